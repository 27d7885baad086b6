-- Who ordered is a user of the same account; the column was free text to the database until now. No index of its own:
-- users are disabled, never deleted, so nothing looks for a user's checks on their behalf.
alter table checks add constraint checks_ordered_by_a_user
  foreign key (account_id, ordered_by_user_id) references users not valid;
alter table checks validate constraint checks_ordered_by_a_user;
