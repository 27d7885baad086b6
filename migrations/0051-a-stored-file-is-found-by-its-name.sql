-- The sweep asks of every old file whether anything still refers to it.
create unique index results_documents_by_file on results_documents (file_id);
