-- Printed from the catalog after every migration; do not edit.

CREATE DOMAIN environment AS text CONSTRAINT environment_check CHECK ((VALUE = ANY (ARRAY['live'::text, 'test'::text])));

CREATE TABLE access_review_decisions (
  id uuid NOT NULL,
  account_id uuid,
  review_id uuid NOT NULL,
  subject text NOT NULL,
  subject_id uuid NOT NULL,
  decision text NOT NULL,
  shown jsonb NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT access_review_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT access_review_decisions_decision_check CHECK ((decision = ANY (ARRAY['keep'::text, 'change'::text, 'remove'::text]))),
  CONSTRAINT access_review_decisions_subject_check CHECK ((subject = ANY (ARRAY['user'::text, 'key'::text, 'supplier'::text]))),
  CONSTRAINT access_review_decisions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT access_review_decisions_review_id_fkey FOREIGN KEY (review_id) REFERENCES access_reviews(id)
);
COMMENT ON TABLE access_review_decisions IS 'What was decided about the access of a person, an API key or a supplier; of several in one review the newest counts.';
COMMENT ON COLUMN access_review_decisions.account_id IS 'Of the review; null for the desk.';
COMMENT ON COLUMN access_review_decisions.subject IS 'A user of the account or a person of the desk, an API key, or a supplier of the register.';
COMMENT ON COLUMN access_review_decisions.shown IS 'The access as it was then: role, scope, second factor, last use. Ids and codes only, no names.';
COMMENT ON COLUMN access_review_decisions.decided_by IS 'An actor, written as in events.';
CREATE INDEX access_review_decisions_of_review ON public.access_review_decisions USING btree (review_id, decided_at);
CREATE TRIGGER access_review_decisions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.access_review_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE access_reviews (
  id uuid NOT NULL,
  account_id uuid,
  started_at timestamp with time zone NOT NULL,
  started_by text NOT NULL,
  ended_at timestamp with time zone,
  ended_by text,
  CONSTRAINT access_reviews_pkey PRIMARY KEY (id),
  CONSTRAINT access_reviews_check CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  CONSTRAINT access_reviews_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE access_reviews IS 'Reviews of who has access to an account, or to the desk: each begins and ends once, and one of each is open at a time.';
COMMENT ON COLUMN access_reviews.account_id IS 'Null for a review of the desk.';
COMMENT ON COLUMN access_reviews.started_by IS 'An actor, written as in events.';
COMMENT ON COLUMN access_reviews.ended_at IS 'When it was decided about everybody; null while it is open.';
CREATE INDEX access_reviews_of_account ON public.access_reviews USING btree (account_id, ended_at);
CREATE UNIQUE INDEX access_reviews_open ON public.access_reviews USING btree (account_id) NULLS NOT DISTINCT WHERE (ended_at IS NULL);

CREATE TABLE account_export_parts (
  account_id uuid NOT NULL,
  export_id uuid NOT NULL,
  file_id uuid NOT NULL,
  size bigint NOT NULL,
  orders integer NOT NULL,
  first_order_id bigint NOT NULL,
  last_order_id bigint NOT NULL,
  CONSTRAINT account_export_parts_pkey PRIMARY KEY (account_id, export_id, first_order_id),
  CONSTRAINT account_export_parts_account_id_export_id_fkey FOREIGN KEY (account_id, export_id) REFERENCES account_exports(account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE account_export_parts IS 'A ZIP of some orders of an export. It goes when somebody in it is erased or restricted.';
CREATE UNIQUE INDEX account_export_parts_by_file ON public.account_export_parts USING btree (file_id);

CREATE TABLE account_exports (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  begun_by text NOT NULL,
  last_order_id bigint DEFAULT 0 NOT NULL,
  failed_tries integer DEFAULT 0 NOT NULL,
  removals integer DEFAULT 0 NOT NULL,
  finished_at timestamp with time zone,
  sealed_key bytea NOT NULL,
  applicant_ids uuid[],
  subsidiary_ids uuid[],
  made integer DEFAULT 0 NOT NULL,
  CONSTRAINT account_exports_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT account_exports_subsidiary_ids_check CHECK ((subsidiary_ids <> '{}'::uuid[])),
  CONSTRAINT account_exports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE account_exports IS 'Everything of an account as files, or the evidence of some people; made in the background, and kept for 30 days.';
COMMENT ON COLUMN account_exports.begun_by IS 'In the form of events.actor: whose looks the orders in it are.';
COMMENT ON COLUMN account_exports.last_order_id IS 'Up to which order its parts are made.';
COMMENT ON COLUMN account_exports.failed_tries IS 'How often in a row the next part was not made; it is given up after some.';
COMMENT ON COLUMN account_exports.removals IS 'How often somebody was erased or restricted, or contents deleted, while it is made: a part that began before is made anew.';
COMMENT ON COLUMN account_exports.sealed_key IS 'The key of its files, wrapped by the account''s.';
COMMENT ON COLUMN account_exports.applicant_ids IS 'Whose evidence it is, which is made in one part; null for everything.';
COMMENT ON COLUMN account_exports.subsidiary_ids IS 'Whose orders alone whoever began it sees; null for all.';
COMMENT ON COLUMN account_exports.made IS 'How many of the people are in the part that is being made.';

CREATE TABLE account_keys (
  account_id uuid NOT NULL,
  version integer NOT NULL,
  wrapped bytea NOT NULL,
  master_key_id text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT account_keys_pkey PRIMARY KEY (account_id, version),
  CONSTRAINT account_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE account_keys IS 'The encryption keys of an account, each wrapped by the master key. The highest version encrypts, every version decrypts.';

CREATE TABLE account_logos (
  account_id uuid NOT NULL,
  type text NOT NULL,
  content bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  CONSTRAINT account_logos_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_logos_content_check CHECK ((octet_length(content) <= 204800)),
  CONSTRAINT account_logos_type_check CHECK ((type = ANY (ARRAY['png'::text, 'jpg'::text]))),
  CONSTRAINT account_logos_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE account_logos IS 'The logo of a client, shown to its candidates and referees and in its results.';
COMMENT ON COLUMN account_logos.width IS 'Of the picture, in pixels.';
COMMENT ON COLUMN account_logos.height IS 'Of the picture, in pixels.';

CREATE TABLE account_report_types (
  account_id uuid NOT NULL,
  report_type_id integer NOT NULL,
  price_pence integer,
  fee_pence integer,
  working_days smallint,
  renew_after_months smallint,
  next_price_pence integer,
  next_fee_pence integer,
  next_from date,
  earlier_price_pence integer,
  earlier_fee_pence integer,
  earlier_until date,
  earlier_from date,
  volume_prices text,
  next_volume_prices text,
  earlier_volume_prices text,
  CONSTRAINT account_report_types_pkey PRIMARY KEY (account_id, report_type_id),
  CONSTRAINT account_report_types_earlier_fee_pence_check CHECK ((earlier_fee_pence >= 0)),
  CONSTRAINT account_report_types_earlier_price_pence_check CHECK ((earlier_price_pence >= 0)),
  CONSTRAINT account_report_types_earlier_volume_prices_check CHECK ((earlier_volume_prices ~ '^\d+:\d+( \d+:\d+){0,2}$'::text)),
  CONSTRAINT account_report_types_fee_pence_check CHECK ((fee_pence >= 0)),
  CONSTRAINT account_report_types_next_fee_pence_check CHECK ((next_fee_pence >= 0)),
  CONSTRAINT account_report_types_next_has_day CHECK (((next_from IS NULL) = (num_nonnulls(next_price_pence, next_fee_pence, next_volume_prices) = 0))),
  CONSTRAINT account_report_types_next_price_pence_check CHECK ((next_price_pence >= 0)),
  CONSTRAINT account_report_types_next_volume_prices_check CHECK ((next_volume_prices ~ '^\d+:\d+( \d+:\d+){0,2}$'::text)),
  CONSTRAINT account_report_types_price_pence_check CHECK ((price_pence >= 0)),
  CONSTRAINT account_report_types_renew_after_months_check CHECK ((renew_after_months > 0)),
  CONSTRAINT account_report_types_volume_prices_check CHECK ((volume_prices ~ '^\d+:\d+( \d+:\d+){0,2}$'::text)),
  CONSTRAINT account_report_types_working_days_check CHECK ((working_days > 0)),
  CONSTRAINT account_report_types_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE account_report_types IS 'The report types that an account may order; the catalogue says what they are.';
COMMENT ON COLUMN account_report_types.price_pence IS 'What the account pays for a live report, without VAT and without the fee; nothing where it is not set.';
COMMENT ON COLUMN account_report_types.fee_pence IS 'What an authority charges for a live report, which the account pays besides the price, at cost and without VAT.';
COMMENT ON COLUMN account_report_types.working_days IS 'In how many working days a report is due, where the account has agreed its own.';
COMMENT ON COLUMN account_report_types.renew_after_months IS 'After how many months a complete report is due for renewal; null if it is not renewed.';
COMMENT ON COLUMN account_report_types.next_price_pence IS 'The price from next_from on, which nothing has to put in place of price_pence: termsOn in report-type-store.ts asks for the day. Null where the price stays.';
COMMENT ON COLUMN account_report_types.next_fee_pence IS 'The fee from next_from on; null where it stays.';
COMMENT ON COLUMN account_report_types.next_from IS 'A UK day. What is ordered from then on is charged at the next price and fee.';
COMMENT ON COLUMN account_report_types.earlier_price_pence IS 'The price before earlier_until, at which an order of then is priced later; null if none was agreed.';
COMMENT ON COLUMN account_report_types.earlier_fee_pence IS 'The fee before earlier_until; null if none was agreed.';
COMMENT ON COLUMN account_report_types.earlier_until IS 'The UK day from which the price and the fee of now applied, once they were to come; null if they were not.';
COMMENT ON COLUMN account_report_types.earlier_from IS 'The UK day from which the earlier price and fee applied, once they were to come; what applied before it is not kept. Null for every earlier day.';
COMMENT ON COLUMN account_report_types.volume_prices IS 'Lower prices by the number of the report in its UK month: ''51:800 201:750'' charges the 51st and those after it 800 pence, and the 201st and those after it 750.';
COMMENT ON COLUMN account_report_types.next_volume_prices IS 'The volume prices from next_from on; null where they stay.';
COMMENT ON COLUMN account_report_types.earlier_volume_prices IS 'The volume prices before earlier_until, of which what is ordered before it is charged; null if none were agreed.';

CREATE TABLE accounts (
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  test_clock_offset_seconds bigint DEFAULT 0 NOT NULL,
  bare_results_links boolean DEFAULT false NOT NULL,
  is_demo boolean DEFAULT false NOT NULL,
  is_standard boolean DEFAULT false NOT NULL,
  second_factor_demanded boolean DEFAULT false NOT NULL,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  closing jsonb,
  mac bytea,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_name_check CHECK ((name <> ''::text))
);
COMMENT ON TABLE accounts IS 'The clients of the operator, and its house standard.';
COMMENT ON COLUMN accounts.test_clock_offset_seconds IS 'Added to the time of test resources only; never to keys, sessions, limits or the audit trail.';
COMMENT ON COLUMN accounts.bare_results_links IS 'Whether a results link opens without a key for 15 minutes after a reply that carried it.';
COMMENT ON COLUMN accounts.is_standard IS 'Whether it is the house standard, which new accounts start from: it belongs to no client, and has neither users nor orders.';
COMMENT ON COLUMN accounts.second_factor_demanded IS 'Whether its users need a second factor to sign in.';
COMMENT ON COLUMN accounts.settings IS 'The settings of the account that differ from their defaults, by name.';
COMMENT ON COLUMN accounts.closing IS 'When it stops ordering, signing in and being kept, and how far that has come; null while it is open (features/accounts/closing.ts).';
COMMENT ON COLUMN accounts.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE UNIQUE INDEX accounts_standard ON public.accounts USING btree (is_demo) WHERE is_standard;
CREATE TRIGGER account_changes_are_announced AFTER UPDATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION announce_api_key_change();
CREATE TRIGGER accounts_begin_their_applicant_lists AFTER INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION begin_applicant_lists();

CREATE TABLE agency_confirmations (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  applicant_id uuid NOT NULL,
  confirmed_on date NOT NULL,
  kinds text[] NOT NULL,
  level text,
  seen_on date,
  sealed_details bytea NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT agency_confirmations_pkey PRIMARY KEY (account_id, environment, applicant_id),
  CONSTRAINT agency_confirmations_check CHECK (((level IS NOT NULL) = ('criminal_record'::text = ANY (kinds)))),
  CONSTRAINT agency_confirmations_level_check CHECK ((level = ANY (ARRAY['basic'::text, 'standard'::text, 'enhanced'::text]))),
  CONSTRAINT agency_confirmations_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id) ON DELETE CASCADE
);
COMMENT ON TABLE agency_confirmations IS 'What an agency confirmed in writing of somebody whom it supplies, as the client recorded it last.';
COMMENT ON COLUMN agency_confirmations.confirmed_on IS 'When the client received it.';
COMMENT ON COLUMN agency_confirmations.kinds IS 'Which checks it confirms, by the kinds of the record of staff.';
COMMENT ON COLUMN agency_confirmations.level IS 'How much the criminal record says; null where none is confirmed.';
COMMENT ON COLUMN agency_confirmations.seen_on IS 'When their identity was seen on arrival; null until that is recorded.';
COMMENT ON COLUMN agency_confirmations.sealed_details IS 'The agency, who confirmed it there, which barred list, other checks, and who saw the identity. Encrypted with the applicant''s key.';
COMMENT ON COLUMN agency_confirmations.recorded_by IS 'An actor, written as in events.';

CREATE TABLE api_key_networks (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  key_id uuid NOT NULL,
  network cidr NOT NULL,
  first_used_at timestamp with time zone NOT NULL,
  CONSTRAINT api_key_networks_pkey PRIMARY KEY (account_id, environment, key_id, network),
  CONSTRAINT api_key_networks_account_id_environment_key_id_fkey FOREIGN KEY (account_id, environment, key_id) REFERENCES api_keys(account_id, environment, id)
);
COMMENT ON TABLE api_key_networks IS 'The networks from which a key was used: a new one is a security event.';
COMMENT ON COLUMN api_key_networks.network IS 'A /24 of IPv4 or a /48 of IPv6.';

CREATE TABLE api_keys (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  scopes text[] DEFAULT '{read,order,results,webhooks,admin}'::text[] NOT NULL,
  subsidiary_id uuid,
  label text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  exposed_at timestamp with time zone,
  mac bytea,
  CONSTRAINT api_keys_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_id_key UNIQUE (id),
  CONSTRAINT api_keys_scopes_check CHECK (((scopes <> '{}'::text[]) AND (scopes <@ ARRAY['read'::text, 'order'::text, 'results'::text, 'webhooks'::text, 'admin'::text]))),
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT api_keys_account_id_subsidiary_id_fkey FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id),
  CONSTRAINT api_keys_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id)
);
COMMENT ON TABLE api_keys IS 'The keys that programs of an account send with their requests.';
COMMENT ON COLUMN api_keys.scopes IS 'What the key may do of what the role of its user allows.';
COMMENT ON COLUMN api_keys.subsidiary_id IS 'Set for a key that sees the data of one subsidiary only.';
COMMENT ON COLUMN api_keys.prefix IS 'The part that people may see: `live_` or `test_` and the first characters.';
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the key. The key is random and has at least 160 bits, so a slow hash would add nothing.';
COMMENT ON COLUMN api_keys.exposed_at IS 'When a request over plain HTTP carried the key.';
COMMENT ON COLUMN api_keys.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE TRIGGER api_key_changes_are_announced AFTER UPDATE OF expires_at, revoked_at, user_id ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION announce_api_key_change();

CREATE TABLE api_requests (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  interface text NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  ids text[] NOT NULL,
  status smallint NOT NULL,
  duration_ms real NOT NULL,
  key_id uuid NOT NULL,
  user_id uuid NOT NULL,
  error_type text,
  fields json NOT NULL,
  unread text[] NOT NULL,
  cut_by text,
  is_replay boolean NOT NULL,
  replay_of uuid,
  requested_at timestamp with time zone NOT NULL,
  CONSTRAINT api_requests_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT api_requests_interface_check CHECK ((interface = ANY (ARRAY['v1'::text, 'v2'::text])))
);
COMMENT ON TABLE api_requests IS 'The requests of programs to interfaces v1 and v2, without anything of a query, a body or an answer. Kept for PROBITY_API_REQUEST_DAYS. Without foreign keys, because each would lock the row that all requests of an account share.';
COMMENT ON COLUMN api_requests.id IS 'What the answer carries as X-Request-Id. Ids sort by time, so that the primary key lists the newest first.';
COMMENT ON COLUMN api_requests.route IS 'The pattern of the path; of a path that the interface does not have, its words that can be no value.';
COMMENT ON COLUMN api_requests.ids IS 'The ids in the path, in their order; null for what cannot be an id, and so may be anything.';
COMMENT ON COLUMN api_requests.status IS '0 if the client went away before the answer.';
COMMENT ON COLUMN api_requests.user_id IS 'For whom it was made: the owner of the key, or the user whom the request names.';
COMMENT ON COLUMN api_requests.error_type IS 'As the interface calls it.';
COMMENT ON COLUMN api_requests.fields IS 'Of a refusal, or of an order that was validated and found wrong: the names of the fields and the rules, without the values.';
COMMENT ON COLUMN api_requests.unread IS 'The names of the body that the interface does not know, and so did not read; never a value.';
COMMENT ON COLUMN api_requests.cut_by IS 'Why the answer did not arrive whole.';
COMMENT ON COLUMN api_requests.is_replay IS 'Whether the answer to an earlier request with its Idempotency-Key was sent.';
COMMENT ON COLUMN api_requests.replay_of IS 'The request whose id the answer carried, of a replayed refusal.';
CREATE INDEX api_requests_refused ON public.api_requests USING btree (account_id, environment, id) WHERE (status >= 400);
CREATE TRIGGER api_requests_are_never_changed BEFORE UPDATE OR TRUNCATE ON public.api_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE applicant_list_blocks (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  number integer NOT NULL,
  last_seq bigint NOT NULL,
  live integer NOT NULL,
  CONSTRAINT applicant_list_blocks_pkey PRIMARY KEY (account_id, environment, number),
  CONSTRAINT applicant_list_blocks_account_id_environment_last_seq_key UNIQUE (account_id, environment, last_seq),
  CONSTRAINT applicant_list_blocks_live_check CHECK (((live >= 0) AND (live <= 100))),
  CONSTRAINT applicant_list_blocks_account_id_environment_fkey FOREIGN KEY (account_id, environment) REFERENCES applicant_lists(account_id, environment) ON DELETE CASCADE
);
COMMENT ON TABLE applicant_list_blocks IS 'Runs of 100 applicants of a list.';
COMMENT ON COLUMN applicant_list_blocks.number IS 'From 0, oldest first.';
COMMENT ON COLUMN applicant_list_blocks.live IS 'The applicants of the run that were not erased or deleted since.';

CREATE TABLE applicant_list_horizon (
  id boolean DEFAULT true NOT NULL,
  safe bigint DEFAULT 0 NOT NULL,
  drawn bigint DEFAULT 0 NOT NULL,
  writers text[] DEFAULT '{}'::text[] NOT NULL,
  folded bigint DEFAULT 0 NOT NULL,
  CONSTRAINT applicant_list_horizon_pkey PRIMARY KEY (id),
  CONSTRAINT applicant_list_horizon_id_check CHECK (id)
);
COMMENT ON TABLE applicant_list_horizon IS 'How far lists may be packed. A seq is drawn before its row is visible, so a smaller one may still arrive.';
COMMENT ON COLUMN applicant_list_horizon.safe IS 'Every transaction that drew a seq up to this has ended.';
COMMENT ON COLUMN applicant_list_horizon.drawn IS 'This becomes `safe` when all `writers` have ended.';
COMMENT ON COLUMN applicant_list_horizon.writers IS 'The transactions that were writing applicants when `drawn` was read.';
COMMENT ON COLUMN applicant_list_horizon.folded IS 'Every list was packed up to this: only lists with newer applicants need a look.';

CREATE TABLE applicant_list_super_blocks (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  number integer NOT NULL,
  live integer NOT NULL,
  CONSTRAINT applicant_list_super_blocks_pkey PRIMARY KEY (account_id, environment, number),
  CONSTRAINT applicant_list_super_blocks_live_check CHECK (((live >= 0) AND (live <= 10000))),
  CONSTRAINT applicant_list_super_blocks_account_id_environment_fkey FOREIGN KEY (account_id, environment) REFERENCES applicant_lists(account_id, environment) ON DELETE CASCADE
);
COMMENT ON TABLE applicant_list_super_blocks IS 'Runs of 100 blocks of a list.';
COMMENT ON COLUMN applicant_list_super_blocks.number IS 'The number of its blocks divided by 100.';

CREATE TABLE applicant_lists (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  folded_seq bigint DEFAULT 0 NOT NULL,
  blocks integer DEFAULT 0 NOT NULL,
  live bigint DEFAULT 0 NOT NULL,
  CONSTRAINT applicant_lists_pkey PRIMARY KEY (account_id, environment),
  CONSTRAINT applicant_lists_live_check CHECK ((live >= 0)),
  CONSTRAINT applicant_lists_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
COMMENT ON TABLE applicant_lists IS 'One list of applicants for each account and environment.';
COMMENT ON COLUMN applicant_lists.folded_seq IS 'Each applicant with a seq up to this is in a block, and no applicant can get such a seq later.';
COMMENT ON COLUMN applicant_lists.live IS 'The number of applicants in all blocks.';

CREATE TABLE applicants (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone NOT NULL,
  subsidiary_id uuid,
  version integer DEFAULT 1 NOT NULL,
  sealed_key bytea,
  sealed_facts bytea NOT NULL,
  search_keys bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  erased_at timestamp with time zone,
  work_kind text,
  hold_reason text,
  hold_until date,
  CONSTRAINT applicants_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT applicants_check CHECK (((hold_until IS NULL) OR (hold_reason IS NOT NULL))),
  CONSTRAINT applicants_hold_reason_check CHECK ((hold_reason = ANY (ARRAY['legal_claim'::text, 'legal_duty'::text, 'complaint'::text, 'candidate_asked'::text, 'authority_asked'::text]))),
  CONSTRAINT applicants_work_kind_check CHECK ((work_kind = ANY (ARRAY['employee'::text, 'agency'::text, 'volunteer'::text, 'contractor'::text, 'governor'::text, 'trainee'::text]))),
  CONSTRAINT applicants_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT applicants_account_id_subsidiary_id_fkey FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id)
);
COMMENT ON TABLE applicants IS 'The people who are screened. Everything about them is encrypted.';
COMMENT ON COLUMN applicants.seq IS 'The order of lists, newest first. A sequence gives it, so that inserts do not wait for each other.';
COMMENT ON COLUMN applicants.subsidiary_id IS 'The subsidiary whose user or key added them; null for the account itself. Checks on them belong to it too.';
COMMENT ON COLUMN applicants.version IS 'Each change of the facts raises it. A check is placed only on the version that its rules have seen.';
COMMENT ON COLUMN applicants.sealed_key IS 'The applicant''s own key, wrapped by the account''s key. Deleting it erases everything that is encrypted under it.';
COMMENT ON COLUMN applicants.search_keys IS 'Blind keys: keyed hashes of the beginnings of every name and of every email address that the applicant has had.';
COMMENT ON COLUMN applicants.work_kind IS 'How they work for the client, as it says; null if nobody said it.';
COMMENT ON COLUMN applicants.hold_reason IS 'Why this person is not erased, by time or by hand; null if nobody said so.';
COMMENT ON COLUMN applicants.hold_until IS 'The last day on which the hold keeps them; null until somebody ends it.';
CREATE INDEX applicants_by_search_key ON public.applicants USING gin (search_keys);
CREATE INDEX applicants_erased ON public.applicants USING btree (erased_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX applicants_held ON public.applicants USING btree (account_id, environment) WHERE (hold_reason IS NOT NULL);
CREATE UNIQUE INDEX applicants_in_order ON public.applicants USING btree (account_id, environment, seq);
CREATE INDEX applicants_of_subsidiary ON public.applicants USING btree (account_id, environment, subsidiary_id, seq) WHERE (subsidiary_id IS NOT NULL);
CREATE TRIGGER deleted_applicants_leave_their_list AFTER DELETE ON public.applicants REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION unlist_deleted_applicants();
CREATE TRIGGER erased_applicants_leave_their_list AFTER UPDATE OF erased_at ON public.applicants FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION unlist_erased_applicant();

CREATE TABLE appointments (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  check_id uuid NOT NULL,
  report_id uuid NOT NULL,
  query_id uuid,
  sealed_place bytea NOT NULL,
  times timestamp with time zone[] NOT NULL,
  at timestamp with time zone,
  outcome text,
  sealed_reason bytea,
  ended_by text,
  ended_at timestamp with time zone,
  CONSTRAINT appointments_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT appointments_check CHECK (((at IS NOT NULL) OR (outcome IS NULL))),
  CONSTRAINT appointments_check1 CHECK ((((outcome IS NULL) = (ended_by IS NULL)) AND ((outcome IS NULL) = (ended_at IS NULL)))),
  CONSTRAINT appointments_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'missed'::text, 'called_off'::text]))),
  CONSTRAINT appointments_times_check CHECK (((cardinality(times) >= 1) AND (cardinality(times) <= 5))),
  CONSTRAINT appointments_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT appointments_account_id_environment_query_id_fkey FOREIGN KEY (account_id, environment, query_id) REFERENCES queries(account_id, environment, id),
  CONSTRAINT appointments_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE appointments IS 'Where and when a candidate is to come for a report, such as to give a sample or fingerprints.';
COMMENT ON COLUMN appointments.query_id IS 'By which the times are offered; null where the candidate had agreed to the time before.';
COMMENT ON COLUMN appointments.sealed_place IS 'The place, how they meet and what the candidate brings, encrypted with the applicant''s key.';
COMMENT ON COLUMN appointments.times IS 'Those that are offered, the first one first.';
COMMENT ON COLUMN appointments.at IS 'The time that is agreed; null until the candidate has chosen one.';
COMMENT ON COLUMN appointments.sealed_reason IS 'Why it was called off, encrypted with the applicant''s key.';
COMMENT ON COLUMN appointments.ended_by IS 'An actor, written as in events.';
CREATE INDEX appointments_of_check ON public.appointments USING btree (account_id, environment, check_id);
CREATE INDEX appointments_of_query ON public.appointments USING btree (account_id, environment, query_id);
CREATE INDEX appointments_of_report ON public.appointments USING btree (account_id, environment, report_id);
CREATE INDEX open_appointments ON public.appointments USING btree (at) WHERE ((at IS NOT NULL) AND (outcome IS NULL));

CREATE TABLE assignment_rules (
  id uuid NOT NULL,
  "position" smallint NOT NULL,
  name text NOT NULL,
  reports text,
  country text,
  client_id uuid,
  only_urgent boolean NOT NULL,
  form_language text,
  team_id uuid,
  people uuid[] NOT NULL,
  speaks text,
  keeps_order boolean NOT NULL,
  most_open smallint,
  applies_from timestamp with time zone NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT assignment_rules_pkey PRIMARY KEY (id),
  CONSTRAINT assignment_rules_country_check CHECK ((length(country) = 3)),
  CONSTRAINT assignment_rules_form_language_check CHECK ((form_language = ANY (ARRAY['en'::text, 'cy'::text]))),
  CONSTRAINT assignment_rules_most_open_check CHECK ((most_open > 0)),
  CONSTRAINT assignment_rules_name_check CHECK ((name <> ''::text)),
  CONSTRAINT assignment_rules_client_id_fkey FOREIGN KEY (client_id) REFERENCES accounts(id),
  CONSTRAINT assignment_rules_team_id_fkey FOREIGN KEY (team_id) REFERENCES desk_teams(id)
);
COMMENT ON TABLE assignment_rules IS 'Who gets what at the desk, in this order: the first rule that is about a report says who may get it. They let nobody see anything.';
COMMENT ON COLUMN assignment_rules.reports IS '`area:driving` or `type:credit`; null for every report.';
COMMENT ON COLUMN assignment_rules.client_id IS 'The account whose reports it is about; null for all.';
COMMENT ON COLUMN assignment_rules.form_language IS 'In which the candidate reads the form; null for any.';
COMMENT ON COLUMN assignment_rules.people IS 'Ids of desk_users, besides those of the team.';
COMMENT ON COLUMN assignment_rules.speaks IS 'The language that who gets them speaks, as in desk_languages; null for any.';
COMMENT ON COLUMN assignment_rules.keeps_order IS 'Who has a report of an order to do gets its other reports, as far as they may.';
COMMENT ON COLUMN assignment_rules.most_open IS 'Who has so many reports to do gets no more by this rule.';
COMMENT ON COLUMN assignment_rules.applies_from IS 'Reports on which work began earlier are assigned only if somebody asks for it.';
COMMENT ON COLUMN assignment_rules.changed_by IS 'An actor, written as in events.';

CREATE TABLE attachments (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  file_token uuid NOT NULL,
  check_id uuid NOT NULL,
  file_id uuid NOT NULL,
  size bigint NOT NULL,
  sealed_facts bytea NOT NULL,
  verdict text NOT NULL,
  uploaded_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  report_id uuid,
  CONSTRAINT attachments_pkey PRIMARY KEY (account_id, environment, file_token),
  CONSTRAINT attachments_size_check CHECK ((size >= 0)),
  CONSTRAINT attachments_verdict_check CHECK ((verdict = ANY (ARRAY['clean'::text, 'not_scanned'::text]))),
  CONSTRAINT attachments_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT attachments_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE attachments IS 'Files that were added to an order. The file is stored durably before its row is inserted; a file without a row is removed later.';
COMMENT ON COLUMN attachments.file_token IS 'The client''s name for the file. The primary key decides between two uploads at the same moment.';
COMMENT ON COLUMN attachments.file_id IS 'Our name for the file. Nothing that the client sends names a file.';
COMMENT ON COLUMN attachments.sealed_facts IS 'File name, description and hashes, encrypted with the applicant''s key: a hash would tell who has a known file.';
COMMENT ON COLUMN attachments.verdict IS 'What the virus scanner said; `not_scanned` where none is configured.';
COMMENT ON COLUMN attachments.uploaded_by IS 'An actor, written as in events.';
COMMENT ON COLUMN attachments.report_id IS 'The report for which the file is evidence; null for evidence of the whole order.';
CREATE INDEX attachments_by_check ON public.attachments USING btree (account_id, environment, check_id, created_at);
CREATE UNIQUE INDEX attachments_by_file ON public.attachments USING btree (file_id);
CREATE INDEX attachments_by_time ON public.attachments USING btree (account_id, environment, created_at) INCLUDE (size);

CREATE TABLE breach_clients_told (
  message_id uuid NOT NULL,
  account_id uuid NOT NULL,
  applicant_id uuid NOT NULL,
  CONSTRAINT breach_clients_told_pkey PRIMARY KEY (message_id, account_id, applicant_id),
  CONSTRAINT breach_clients_told_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT breach_clients_told_message_id_fkey FOREIGN KEY (message_id) REFERENCES breach_messages(id)
);
COMMENT ON TABLE breach_clients_told IS 'A candidate of live data of whom the administrators of the client were told by a message about a breach.';
CREATE TRIGGER breach_clients_told_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.breach_clients_told FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE breach_messages (
  id uuid NOT NULL,
  breach_id uuid NOT NULL,
  what text NOT NULL,
  consequences text NOT NULL,
  measures text NOT NULL,
  contact text NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT breach_messages_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE breach_messages IS 'What was written to those whom a breach concerns (UK GDPR Art. 33(3) and 34(2)). It names nobody whom it concerns.';
COMMENT ON COLUMN breach_messages.contact IS 'Whom they may ask.';
COMMENT ON COLUMN breach_messages.author IS 'An actor, written as in events.';
CREATE INDEX breach_messages_of_breach ON public.breach_messages USING btree (breach_id);
CREATE TRIGGER breach_messages_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.breach_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE breach_notices (
  message_id uuid NOT NULL,
  account_id uuid NOT NULL,
  applicant_id uuid,
  user_id uuid,
  email_id uuid NOT NULL,
  CONSTRAINT breach_notices_pkey PRIMARY KEY (account_id, email_id),
  CONSTRAINT breach_notices_check CHECK (((applicant_id IS NULL) <> (user_id IS NULL))),
  CONSTRAINT breach_notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT breach_notices_message_id_fkey FOREIGN KEY (message_id) REFERENCES breach_messages(id)
);
COMMENT ON TABLE breach_notices IS 'A candidate, or an administrator of a client, who was told of a breach by a mail of live data.';
COMMENT ON COLUMN breach_notices.applicant_id IS 'The candidate; null for a user of the client.';
CREATE INDEX breach_notices_of_message ON public.breach_notices USING btree (message_id);
CREATE TRIGGER breach_notices_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.breach_notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE breach_versions (
  id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  cause text NOT NULL,
  known_at timestamp with time zone NOT NULL,
  happened_from date NOT NULL,
  happened_until date,
  people integer,
  data text NOT NULL,
  effects text NOT NULL,
  measures text NOT NULL,
  risk text NOT NULL,
  reasons text NOT NULL,
  told_commissioner_at timestamp with time zone,
  commissioner_reference text NOT NULL,
  told_clients_at timestamp with time zone,
  told_people_at timestamp with time zone,
  closed_on date,
  is_listed boolean NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT breach_versions_pkey PRIMARY KEY (id, version),
  CONSTRAINT breach_versions_check CHECK ((happened_until >= happened_from)),
  CONSTRAINT breach_versions_people_check CHECK ((people >= 0)),
  CONSTRAINT breach_versions_risk_check CHECK ((risk = ANY (ARRAY['not_judged'::text, 'unlikely'::text, 'risk'::text, 'high'::text])))
);
COMMENT ON TABLE breach_versions IS 'Each version of what is known of a breach (UK GDPR Art. 33(5)); the newest one counts. It names nobody.';
COMMENT ON COLUMN breach_versions.id IS 'Of the breach, the same in all its versions.';
COMMENT ON COLUMN breach_versions.cause IS 'Of a closed list.';
COMMENT ON COLUMN breach_versions.known_at IS 'From then on the 72 hours count.';
COMMENT ON COLUMN breach_versions.people IS 'How many it concerns; null while nobody knows.';
COMMENT ON COLUMN breach_versions.risk IS 'What it may mean for the people: who has to be told follows from it.';
COMMENT ON COLUMN breach_versions.is_listed IS 'Always true: nothing of this register is removed.';
COMMENT ON COLUMN breach_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER breach_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.breach_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE bulk_order_rows (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  bulk_order_id uuid NOT NULL,
  row_number integer NOT NULL,
  unique_key uuid NOT NULL,
  subsidiary_id uuid,
  stated_id uuid,
  items jsonb,
  sealed_body bytea,
  check_id uuid,
  problems jsonb,
  CONSTRAINT bulk_order_rows_pkey PRIMARY KEY (account_id, environment, bulk_order_id, row_number),
  CONSTRAINT bulk_order_rows_wait_or_are_done CHECK ((num_nonnulls(sealed_body, check_id, problems) = 1)),
  CONSTRAINT bulk_order_rows_account_id_environment_bulk_order_id_fkey FOREIGN KEY (account_id, environment, bulk_order_id) REFERENCES bulk_orders(account_id, environment, id) ON DELETE CASCADE,
  CONSTRAINT bulk_order_rows_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT bulk_order_rows_of_a_subsidiary FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id)
);
COMMENT ON TABLE bulk_order_rows IS 'The candidates of a spreadsheet, each an order to place, placed or refused.';
COMMENT ON COLUMN bulk_order_rows.row_number IS 'Of the spreadsheet, where the first row has the names of the columns.';
COMMENT ON COLUMN bulk_order_rows.unique_key IS 'The key under which it is submitted, so that no retry places it twice.';
COMMENT ON COLUMN bulk_order_rows.subsidiary_id IS 'The subsidiary that the order is for; null for the whole account.';
COMMENT ON COLUMN bulk_order_rows.items IS 'Where the row names reports of its own: these, in place of those of the bulk order.';
COMMENT ON COLUMN bulk_order_rows.sealed_body IS 'The order as interface v1 reads it, encrypted with the account''s key, until it is placed or refused.';
COMMENT ON COLUMN bulk_order_rows.problems IS 'Why it was refused, by field of interface v1.';
CREATE INDEX bulk_order_rows_by_check ON public.bulk_order_rows USING btree (account_id, environment, check_id) WHERE (check_id IS NOT NULL);
CREATE INDEX bulk_order_rows_that_wait ON public.bulk_order_rows USING btree (environment, account_id) WHERE (sealed_body IS NOT NULL);

CREATE TABLE bulk_orders (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  user_id uuid,
  brought_in_by text,
  items jsonb NOT NULL,
  unread_columns text[] NOT NULL,
  uploaded_at timestamp with time zone NOT NULL,
  placed_at timestamp with time zone,
  asked_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text,
  sealed_reason bytea,
  sealed_sheet bytea,
  is_renewal boolean DEFAULT false NOT NULL,
  CONSTRAINT bulk_orders_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT bulk_orders_are_decided_by_others CHECK ((decided_by <> user_id)),
  CONSTRAINT bulk_orders_are_decided_once_asked CHECK ((num_nonnulls(decided_at, decided_by, decision) =
CASE
    WHEN ((asked_at IS NULL) OR (decided_at IS NULL)) THEN 0
    ELSE 3
END)),
  CONSTRAINT bulk_orders_are_ordered_or_brought_in CHECK ((num_nonnulls(user_id, brought_in_by) = 1)),
  CONSTRAINT bulk_orders_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'sent_back'::text, 'refused'::text]))),
  CONSTRAINT bulk_orders_forget_their_sheet CHECK (((placed_at IS NULL) OR (sealed_sheet IS NULL))),
  CONSTRAINT bulk_orders_decided_by_a_user FOREIGN KEY (account_id, decided_by) REFERENCES users(account_id, id),
  CONSTRAINT bulk_orders_of_a_user FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id)
);
COMMENT ON TABLE bulk_orders IS 'Spreadsheets of candidates, each of whom gets an order; and open cases of another system, which become orders.';
COMMENT ON COLUMN bulk_orders.brought_in_by IS 'Of cases of another system: who brought them in, in the form of events.actor.';
COMMENT ON COLUMN bulk_orders.items IS 'The report types that are ordered for each candidate whose row names none, with their quantities.';
COMMENT ON COLUMN bulk_orders.unread_columns IS 'The columns of the spreadsheet that are in no order, as its first row names them.';
COMMENT ON COLUMN bulk_orders.placed_at IS 'When the user confirmed it, or it was approved. One that nobody confirms is deleted after a week.';
COMMENT ON COLUMN bulk_orders.asked_at IS 'When approval was asked, where the account demands it. What nobody decides is deleted after 90 days.';
COMMENT ON COLUMN bulk_orders.sealed_reason IS 'Why it was sent back or refused, encrypted with the account''s key.';
COMMENT ON COLUMN bulk_orders.sealed_sheet IS 'What was typed for all and the pasted rows, encrypted with the account''s key, so that they can be changed until it is placed.';
COMMENT ON COLUMN bulk_orders.is_renewal IS 'Its people are screened again: each row orders reports of a complete check anew.';
CREATE INDEX bulk_orders_asked ON public.bulk_orders USING btree (account_id, environment, asked_at) WHERE ((asked_at IS NOT NULL) AND (decided_at IS NULL));
CREATE INDEX bulk_orders_by_user ON public.bulk_orders USING btree (account_id, environment, user_id, uploaded_at);
CREATE INDEX bulk_orders_not_placed ON public.bulk_orders USING btree (uploaded_at) WHERE (placed_at IS NULL);

CREATE TABLE candidate_messages (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  check_id uuid NOT NULL,
  kind text NOT NULL,
  report_id uuid,
  disputes_result boolean DEFAULT false NOT NULL,
  sealed_text bytea,
  file_token uuid,
  sent_at timestamp with time zone NOT NULL,
  handled_by text,
  handled_at timestamp with time zone,
  sealed_answer bytea,
  CONSTRAINT candidate_messages_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT candidate_messages_check CHECK ((((kind = ANY (ARRAY['problem'::text, 'reference_mistake'::text, 'reference_update'::text])) = (sealed_text IS NOT NULL)) AND ((kind = 'document'::text) = (file_token IS NOT NULL)))),
  CONSTRAINT candidate_messages_check1 CHECK (((handled_at IS NULL) = (handled_by IS NULL))),
  CONSTRAINT candidate_messages_check2 CHECK (((sealed_answer IS NOT NULL) = ((kind = 'problem'::text) AND (handled_at IS NOT NULL)))),
  CONSTRAINT candidate_messages_kind_check CHECK ((kind = ANY (ARRAY['problem'::text, 'document'::text, 'monitoring_ended'::text, 'reference_mistake'::text, 'reference_update'::text]))),
  CONSTRAINT candidate_messages_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT candidate_messages_account_id_environment_file_token_fkey FOREIGN KEY (account_id, environment, file_token) REFERENCES attachments(account_id, environment, file_token) ON DELETE CASCADE,
  CONSTRAINT candidate_messages_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE candidate_messages IS 'What a candidate sent after the form: that something is wrong, another document, or that they no longer agree to monitoring; and what a referee says is wrong in a reference on which a result rests, or has become known since. It waits until a screener has dealt with it.';
COMMENT ON COLUMN candidate_messages.disputes_result IS 'It was about a result when it was sent: the client is told.';
COMMENT ON COLUMN candidate_messages.sealed_text IS 'What is wrong, encrypted with the applicant''s key.';
COMMENT ON COLUMN candidate_messages.handled_by IS 'An actor, written as in events.';
COMMENT ON COLUMN candidate_messages.sealed_answer IS 'What was done about it, for the candidate, encrypted with the applicant''s key.';
CREATE INDEX candidate_messages_by_file ON public.candidate_messages USING btree (account_id, environment, file_token);
CREATE INDEX candidate_messages_by_report ON public.candidate_messages USING btree (account_id, environment, report_id);
CREATE INDEX candidate_messages_of_check ON public.candidate_messages USING btree (account_id, environment, check_id, sent_at);
CREATE INDEX open_candidate_messages ON public.candidate_messages USING btree (account_id, environment, sent_at) WHERE (handled_at IS NULL);

CREATE TABLE certificates (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  applicant_id uuid NOT NULL,
  of_function text NOT NULL,
  issued_on date NOT NULL,
  ends_on date NOT NULL,
  check_ids uuid[] NOT NULL,
  sealed_words bytea NOT NULL,
  issued_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  withdrawn_on date,
  sealed_withdrawal bytea,
  withdrawn_by text,
  withdrawn_at timestamp with time zone,
  CONSTRAINT certificates_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT certificates_check CHECK (((ends_on >= issued_on) AND (ends_on <= (issued_on + '1 year'::interval)))),
  CONSTRAINT certificates_check1 CHECK ((withdrawn_on >= issued_on)),
  CONSTRAINT certificates_check2 CHECK (((sealed_withdrawal IS NULL) = (withdrawn_on IS NULL))),
  CONSTRAINT certificates_check3 CHECK (((withdrawn_by IS NULL) = (withdrawn_on IS NULL))),
  CONSTRAINT certificates_check4 CHECK (((withdrawn_at IS NULL) = (withdrawn_on IS NULL))),
  CONSTRAINT certificates_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id) ON DELETE CASCADE
);
COMMENT ON TABLE certificates IS 'Certificates of people for functions, and yearly assessments of senior managers: of a person and a function the newest stands. All but a withdrawal stays as it was recorded, until the person is erased.';
COMMENT ON COLUMN certificates.of_function IS 'Such as client_dealing or smf16, of a list in the program.';
COMMENT ON COLUMN certificates.ends_on IS 'Its last day.';
COMMENT ON COLUMN certificates.check_ids IS 'The orders on which the assessment rests.';
COMMENT ON COLUMN certificates.sealed_words IS 'Who assessed them, their line manager, and a note. Encrypted with the applicant''s key.';
COMMENT ON COLUMN certificates.issued_by IS 'In the form of events.actor: who recorded it.';
COMMENT ON COLUMN certificates.withdrawn_on IS 'From this day on it does not count; null unless it was withdrawn.';
COMMENT ON COLUMN certificates.sealed_withdrawal IS 'Why, encrypted with the applicant''s key.';
COMMENT ON COLUMN certificates.withdrawn_by IS 'In the form of events.actor: who recorded the withdrawal.';
CREATE INDEX certificates_by_person ON public.certificates USING btree (account_id, environment, applicant_id, of_function);

CREATE TABLE charge_disputes (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  about_id uuid NOT NULL,
  charge_kind text NOT NULL,
  charge_number smallint DEFAULT 1 NOT NULL,
  reason text NOT NULL,
  sealed_words bytea NOT NULL,
  asked_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  outcome text,
  sealed_answer bytea,
  answered_by text,
  answered_at timestamp with time zone,
  CONSTRAINT charge_disputes_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT charge_disputes_answered CHECK (((num_nonnulls(outcome, answered_by, answered_at) = ANY (ARRAY[0, 3])) AND ((sealed_answer IS NULL) OR (outcome IS NOT NULL)))),
  CONSTRAINT charge_disputes_charge_kind_check CHECK ((charge_kind = ANY (ARRAY['order'::text, 'added'::text]))),
  CONSTRAINT charge_disputes_environment_check CHECK (((environment)::text = 'live'::text)),
  CONSTRAINT charge_disputes_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'credited'::text]))),
  CONSTRAINT charge_disputes_reason_check CHECK ((reason = ANY (ARRAY['ordered_twice'::text, 'wrong_report'::text, 'wrong_price'::text, 'not_delivered'::text, 'withdrawn'::text, 'not_ours'::text, 'other'::text]))),
  CONSTRAINT charge_disputes_account_id_environment_about_id_charge_kin_fkey FOREIGN KEY (account_id, environment, about_id, charge_kind, charge_number) REFERENCES charges(account_id, environment, about_id, kind, number)
);
COMMENT ON TABLE charge_disputes IS 'What a client asks about a charge of theirs, and how finance answers it: in words, or with a credit.';
COMMENT ON COLUMN charge_disputes.about_id IS 'That of the charge; a package is asked about by the first of its reports.';
COMMENT ON COLUMN charge_disputes.sealed_words IS 'Encrypted with the key of the applicant of the order; of a charge for no order, with that of the account.';
COMMENT ON COLUMN charge_disputes.asked_by IS 'In the form of events.actor.';
COMMENT ON COLUMN charge_disputes.sealed_answer IS 'Encrypted as the words; null until it is answered, and where the applicant was erased before.';
COMMENT ON COLUMN charge_disputes.answered_by IS 'In the form of events.actor.';
CREATE INDEX charge_disputes_by_charge ON public.charge_disputes USING btree (account_id, environment, about_id, created_at);
CREATE INDEX charge_disputes_by_time ON public.charge_disputes USING btree (created_at, id);
CREATE UNIQUE INDEX one_open_dispute_of_a_charge ON public.charge_disputes USING btree (account_id, environment, about_id) WHERE (outcome IS NULL);

CREATE TABLE charges (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  report_id uuid,
  added_id uuid,
  about_id uuid GENERATED ALWAYS AS (COALESCE(report_id, added_id)) STORED NOT NULL,
  kind text NOT NULL,
  number smallint DEFAULT 1 NOT NULL,
  amount_pence integer,
  fee_pence integer DEFAULT 0 NOT NULL,
  vat_percent smallint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  invoice_id uuid,
  description text,
  check_id uuid,
  subsidiary_id uuid,
  package text,
  package_part smallint,
  package_before integer,
  billed_elsewhere boolean DEFAULT false NOT NULL,
  reason text,
  minimum_of text,
  monthly_fee_of text,
  CONSTRAINT charges_pkey PRIMARY KEY (account_id, environment, about_id, kind, number),
  CONSTRAINT charges_billed_elsewhere_are_nothing CHECK (((NOT billed_elsewhere) OR ((kind = 'order'::text) AND (amount_pence = 0) AND (fee_pence = 0)))),
  CONSTRAINT charges_description_check CHECK (((length(description) >= 1) AND (length(description) <= 100))),
  CONSTRAINT charges_environment_check CHECK (((environment)::text = 'live'::text)),
  CONSTRAINT charges_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'credit'::text, 'price'::text, 'part_credit'::text, 'added'::text, 'taken_back'::text]))),
  CONSTRAINT charges_many_part_credits CHECK (((number = 1) OR (kind = 'part_credit'::text))),
  CONSTRAINT charges_minimum_is_added CHECK (((minimum_of IS NULL) OR (kind = 'added'::text))),
  CONSTRAINT charges_minimum_of_check CHECK ((minimum_of ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  CONSTRAINT charges_monthly_fee_is_added CHECK (((monthly_fee_of IS NULL) OR (kind = 'added'::text))),
  CONSTRAINT charges_monthly_fee_of_check CHECK ((monthly_fee_of ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  CONSTRAINT charges_number_check CHECK ((number > 0)),
  CONSTRAINT charges_of_a_package CHECK ((((package IS NULL) = (package_part IS NULL)) AND ((package IS NULL) = (package_before IS NULL)) AND ((package IS NULL) OR (kind = ANY (ARRAY['order'::text, 'credit'::text, 'part_credit'::text]))))),
  CONSTRAINT charges_of_a_report_or_added CHECK (
CASE
    WHEN ((kind = ANY (ARRAY['added'::text, 'taken_back'::text])) OR ((kind = 'part_credit'::text) AND (added_id IS NOT NULL))) THEN ((report_id IS NULL) AND (added_id IS NOT NULL) AND (description IS NOT NULL) AND (amount_pence IS NOT NULL))
    ELSE ((report_id IS NOT NULL) AND (num_nonnulls(added_id, description, check_id, subsidiary_id) = 0))
END),
  CONSTRAINT charges_package_before_check CHECK ((package_before >= 0)),
  CONSTRAINT charges_package_part_check CHECK ((package_part > 0)),
  CONSTRAINT charges_price_has_amount CHECK (((kind <> ALL (ARRAY['price'::text, 'part_credit'::text])) OR (amount_pence IS NOT NULL))),
  CONSTRAINT charges_reason_is_of_a_credit CHECK (((reason IS NULL) OR (kind = ANY (ARRAY['credit'::text, 'part_credit'::text, 'taken_back'::text])))),
  CONSTRAINT charges_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT charges_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id),
  CONSTRAINT charges_of_a_subsidiary FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id),
  CONSTRAINT charges_of_an_invoice FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id) DEFERRABLE INITIALLY DEFERRED
);
COMMENT ON TABLE charges IS 'The ledger: one line for each live report that was ordered, one for each that was credited back, one for the price of each that was ordered without one, and one for each part of a price or fee that was credited; and one for each charge that was added by hand, and for each of these that was taken back, in part or whole.';
COMMENT ON COLUMN charges.added_id IS 'Of a charge that was added by hand, and of the line that takes it back.';
COMMENT ON COLUMN charges.about_id IS 'The report, or the charge that was added by hand: its lines share it.';
COMMENT ON COLUMN charges.number IS 'Of a part credit, its number among those of the report or the charge; otherwise 1.';
COMMENT ON COLUMN charges.amount_pence IS 'The price without VAT; less than 0 for a discount. Null for an order without an agreed price, and for its credit: the line of kind price, once there is one, has the price and the fee of both.';
COMMENT ON COLUMN charges.fee_pence IS 'The fee of an authority, which is passed on at cost and without VAT.';
COMMENT ON COLUMN charges.vat_percent IS 'The rate of VAT on the price when the report was ordered or the charge added; a line of kind price has none of its own.';
COMMENT ON COLUMN charges.invoice_id IS 'The invoice that charges an order, a part credit or what was added, or the credit note that credits it: one only. Nothing else of a line is ever changed, and once it is there it is taken away only where reopened_charges says so.';
COMMENT ON COLUMN charges.description IS 'What a charge that was added by hand is for, as its invoice says it. It names no person.';
COMMENT ON COLUMN charges.check_id IS 'The order for which a charge was added by hand, if there is one; other lines have that of their report.';
COMMENT ON COLUMN charges.subsidiary_id IS 'Of a charge that was added by hand: that of its order, or the one that was chosen.';
COMMENT ON COLUMN charges.package IS 'The name of the package, if the report was ordered in one with a price of its own: the amount is then the report''s share of that price. Null otherwise.';
COMMENT ON COLUMN charges.package_part IS 'Which of the reports of its package it is: the first counts as the package.';
COMMENT ON COLUMN charges.package_before IS 'What the parts of its package before it cost, in pence without VAT: the parts share the VAT of the package by it.';
COMMENT ON COLUMN charges.billed_elsewhere IS 'The report was brought in from another system, which bills it: it costs nothing here.';
COMMENT ON COLUMN charges.reason IS 'Why it is credited or taken back, as a code, which its credit note says in words.';
COMMENT ON COLUMN charges.minimum_of IS 'The month whose minimum commitment the line makes up; null of all others.';
COMMENT ON COLUMN charges.monthly_fee_of IS 'The month whose agreed fee of each month the line charges; null of all others.';
CREATE INDEX charges_billed_elsewhere ON public.charges USING btree (account_id) WHERE billed_elsewhere;
CREATE INDEX charges_by_invoice ON public.charges USING btree (account_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX charges_by_time ON public.charges USING btree (account_id, created_at);
CREATE INDEX charges_not_invoiced ON public.charges USING btree (account_id, kind, created_at) WHERE ((invoice_id IS NULL) AND (kind <> 'price'::text));
CREATE UNIQUE INDEX one_fee_of_a_month ON public.charges USING btree (account_id, monthly_fee_of) WHERE (monthly_fee_of IS NOT NULL);
CREATE UNIQUE INDEX one_minimum_of_a_month ON public.charges USING btree (account_id, minimum_of) WHERE (minimum_of IS NOT NULL);
CREATE TRIGGER charges_stay_on_their_invoice BEFORE DELETE OR UPDATE ON public.charges FOR EACH ROW WHEN (((old.invoice_id IS NOT NULL) AND (NOT is_reopened(old.*)))) EXECUTE FUNCTION refuse_change();

CREATE TABLE check_comments (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  check_id uuid NOT NULL,
  side text NOT NULL,
  sealed_text bytea NOT NULL,
  author text NOT NULL,
  of_several boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  handled_by text,
  handled_at timestamp with time zone,
  CONSTRAINT check_comments_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT check_comments_check CHECK (((handled_at IS NULL) = (handled_by IS NULL))),
  CONSTRAINT check_comments_check1 CHECK (((side = 'client'::text) OR (handled_at IS NULL))),
  CONSTRAINT check_comments_side_check CHECK ((side = ANY (ARRAY['client'::text, 'desk'::text]))),
  CONSTRAINT check_comments_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE check_comments IS 'Comments on a check, of the client and of the desk. Those of the client wait until somebody of the desk has dealt with them.';
COMMENT ON COLUMN check_comments.sealed_text IS 'Encrypted with the applicant''s key.';
COMMENT ON COLUMN check_comments.author IS 'An actor, written as in events.';
COMMENT ON COLUMN check_comments.of_several IS 'Whether the same words were written on the orders of several candidates.';
COMMENT ON COLUMN check_comments.handled_by IS 'An actor, written as in events.';
CREATE INDEX check_comments_of_check ON public.check_comments USING btree (account_id, environment, check_id, created_at);
CREATE INDEX open_check_comments ON public.check_comments USING btree (account_id, environment, check_id) WHERE ((side = 'client'::text) AND (handled_at IS NULL));

CREATE TABLE checks (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  order_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  applicant_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  result text,
  activity_years integer,
  ordered_by_user_id uuid,
  looked_after_by_user_id uuid,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  first_completed_at timestamp with time zone,
  form_opened_at timestamp with time zone,
  form_completed_at timestamp with time zone,
  sealed_order bytea NOT NULL,
  unique_key uuid,
  body_mac bytea,
  subsidiary_id uuid,
  identity_confirmed_at timestamp with time zone,
  person_compared_at timestamp with time zone,
  form_link_generation smallint DEFAULT 0 NOT NULL,
  reference_keys bigint[],
  replaces_check_id uuid,
  renews_check_id uuid,
  reopened_at timestamp with time zone,
  decided_at timestamp with time zone,
  asks_decision boolean DEFAULT false NOT NULL,
  is_urgent boolean DEFAULT false NOT NULL,
  jurisdiction text DEFAULT 'england_and_wales'::text NOT NULL,
  urgent_charge_id uuid,
  earlier_number_key bigint,
  purchase_order_key bigint,
  sealed_purchase_order bytea,
  language text DEFAULT 'en'::text NOT NULL,
  withdrawn_because text,
  package_id integer,
  CONSTRAINT checks_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT checks_activity_years_check CHECK ((activity_years > 0)),
  CONSTRAINT checks_jurisdiction_check CHECK ((jurisdiction = ANY (ARRAY['england_and_wales'::text, 'scotland'::text, 'northern_ireland'::text]))),
  CONSTRAINT checks_language_check CHECK ((language = ANY (ARRAY['en'::text, 'cy'::text]))),
  CONSTRAINT checks_result_check CHECK ((result = ANY (ARRAY['clear'::text, 'consider'::text]))),
  CONSTRAINT checks_status_check CHECK ((status = ANY (ARRAY['awaiting_applicant'::text, 'in_progress'::text, 'on_hold'::text, 'complete'::text, 'withdrawn'::text, 'cancelled'::text]))),
  CONSTRAINT checks_type_check CHECK ((type = ANY (ARRAY['standard'::text, 'express'::text]))),
  CONSTRAINT checks_unique_key_has_body CHECK (((unique_key IS NULL) = (body_mac IS NULL))),
  CONSTRAINT checks_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id),
  CONSTRAINT checks_looked_after_by_a_user FOREIGN KEY (account_id, looked_after_by_user_id) REFERENCES users(account_id, id),
  CONSTRAINT checks_of_a_subsidiary FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id),
  CONSTRAINT checks_ordered_again FOREIGN KEY (account_id, environment, replaces_check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT checks_ordered_by_a_user FOREIGN KEY (account_id, ordered_by_user_id) REFERENCES users(account_id, id),
  CONSTRAINT checks_renewed FOREIGN KEY (account_id, environment, renews_check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE checks IS 'What an account ordered for an applicant.';
COMMENT ON COLUMN checks.order_id IS 'The number that interface v1, attachments and people use.';
COMMENT ON COLUMN checks.ordered_by_user_id IS 'Null if it was ordered at the desk.';
COMMENT ON COLUMN checks.looked_after_by_user_id IS 'Who got the order from a colleague who left, and hears of it in their place; null for who ordered it.';
COMMENT ON COLUMN checks.first_completed_at IS 'When it first was complete with a result; one that is opened again keeps it.';
COMMENT ON COLUMN checks.form_opened_at IS 'When the candidate pressed Continue. Opening the link does not count, because mail scanners open links.';
COMMENT ON COLUMN checks.sealed_order IS 'The check''s own copy of the applicant''s facts, with tags, redirect_uri, criminal record details and notes.';
COMMENT ON COLUMN checks.unique_key IS 'The client''s own key of the order, which makes submitting it repeatable; null for checks of interface v2.';
COMMENT ON COLUMN checks.body_mac IS 'Keyed hash of the body that came with unique_key: the same body again gets the same order.';
COMMENT ON COLUMN checks.subsidiary_id IS 'The organisation that the order is for.';
COMMENT ON COLUMN checks.form_link_generation IS 'Which link to the form works: a candidate who opens a fresh one, mailed to them, raises it.';
COMMENT ON COLUMN checks.reference_keys IS 'Blind keys of the client''s references, such as the purchase order number, of certificates, and of who was asked for a reference; null where there is none.';
COMMENT ON COLUMN checks.replaces_check_id IS 'The withdrawn or cancelled check that was ordered again as this one.';
COMMENT ON COLUMN checks.renews_check_id IS 'The complete check whose candidate is screened again by this one, with all or some of its reports.';
COMMENT ON COLUMN checks.reopened_at IS 'When one of its reports was opened again after the check was complete.';
COMMENT ON COLUMN checks.decided_at IS 'When the client last decided about the candidate; results that were completed later wait for a decision again.';
COMMENT ON COLUMN checks.asks_decision IS 'The client signs it off although its results may be clear: its account asked for that when it became complete, and did not stop asking for decisions before anybody had signed it off.';
COMMENT ON COLUMN checks.is_urgent IS 'The client ordered it before other orders: its open reports have high priority and less time.';
COMMENT ON COLUMN checks.jurisdiction IS 'By whose bank holidays its due dates are counted: of its place of work, else of the candidate''s address, as known when they were last counted from a day.';
COMMENT ON COLUMN checks.urgent_charge_id IS 'The charge that was added for it; it stays where it was not credited, so that nothing is charged twice.';
COMMENT ON COLUMN checks.earlier_number_key IS 'Of an order that was brought in from another system: the blind key of its number there, which no other order has.';
COMMENT ON COLUMN checks.purchase_order_key IS 'Blind key of the purchase order of the order; null without one. It stays when the applicant is erased, unless the number names them: finance bills by it.';
COMMENT ON COLUMN checks.sealed_purchase_order IS 'The number of the purchase order once the applicant, whose key sealed it before, is erased; sealed with the key of the account.';
COMMENT ON COLUMN checks.language IS 'In which language the candidate reads the form and their mails, where their client offers Welsh as well.';
COMMENT ON COLUMN checks.package_id IS 'The package that was ordered; of an order that renews a part of it, the package of the first: by it the plan of its renewals is found. The package may have ended.';
CREATE INDEX checks_by_applicant ON public.checks USING btree (account_id, environment, applicant_id, order_id);
CREATE UNIQUE INDEX checks_by_earlier_number ON public.checks USING btree (account_id, environment, earlier_number_key) WHERE (earlier_number_key IS NOT NULL);
CREATE INDEX checks_by_owner ON public.checks USING btree (account_id, (
CASE
    WHEN (looked_after_by_user_id IS NULL) THEN ordered_by_user_id
    ELSE looked_after_by_user_id
END), environment, order_id);
CREATE INDEX checks_by_purchase_order ON public.checks USING btree (account_id, environment, purchase_order_key) WHERE (purchase_order_key IS NOT NULL);
CREATE INDEX checks_by_reference_key ON public.checks USING gin (reference_keys) WHERE (reference_keys IS NOT NULL);
CREATE INDEX checks_by_status ON public.checks USING btree (account_id, environment, status, order_id);
CREATE INDEX checks_by_time ON public.checks USING btree (account_id, environment, created_at, order_id);
CREATE UNIQUE INDEX checks_by_unique_key ON public.checks USING btree (account_id, environment, unique_key) WHERE (unique_key IS NOT NULL);
CREATE INDEX checks_completed ON public.checks USING btree (account_id, environment, completed_at) WHERE (status = 'complete'::text);
CREATE INDEX checks_first_completed ON public.checks USING btree (account_id, environment, first_completed_at) WHERE (first_completed_at IS NOT NULL);
CREATE UNIQUE INDEX checks_in_order ON public.checks USING btree (account_id, environment, order_id);
CREATE UNIQUE INDEX checks_ordered_again_once ON public.checks USING btree (account_id, environment, replaces_check_id) WHERE (replaces_check_id IS NOT NULL);
CREATE INDEX checks_renewing ON public.checks USING btree (account_id, environment, renews_check_id) WHERE (renews_check_id IS NOT NULL);
CREATE INDEX checks_to_consider ON public.checks USING btree (account_id, environment, order_id) WHERE (result = 'consider'::text);
CREATE INDEX checks_to_decide ON public.checks USING btree (account_id, environment, order_id) WHERE ((status = 'complete'::text) AND (((decided_at IS NULL) AND ((result = 'consider'::text) OR asks_decision)) OR (decided_at < completed_at)));
CREATE INDEX checks_withdrawn ON public.checks USING btree (account_id, environment, completed_at) WHERE (status = 'withdrawn'::text);
CREATE UNIQUE INDEX one_ongoing_check_per_applicant ON public.checks USING btree (account_id, environment, applicant_id) WHERE ((status = ANY (ARRAY['awaiting_applicant'::text, 'in_progress'::text, 'on_hold'::text])) AND (reopened_at IS NULL));

CREATE TABLE client_decisions (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  id uuid NOT NULL,
  decision text NOT NULL,
  sealed_reason bytea,
  sealed_told bytea,
  although_disputed boolean NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  proposed_by text,
  sealed_assessment bytea,
  CONSTRAINT client_decisions_pkey PRIMARY KEY (account_id, environment, check_id, id),
  CONSTRAINT client_decisions_check CHECK ((proposed_by <> decided_by)),
  CONSTRAINT client_decisions_decision_check CHECK ((decision = ANY (ARRAY['suitable'::text, 'suitable_with_conditions'::text, 'not_suitable'::text]))),
  CONSTRAINT client_decisions_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE client_decisions IS 'What the client decided about the candidate after the results; the newest stands.';
COMMENT ON COLUMN client_decisions.sealed_reason IS 'Encrypted with the applicant''s key; null if none was given.';
COMMENT ON COLUMN client_decisions.sealed_told IS 'What the candidate was told of it, encrypted with their key; null if they were not told here.';
COMMENT ON COLUMN client_decisions.although_disputed IS 'The candidate said at that time that a result was not right, and nobody had dealt with it.';
COMMENT ON COLUMN client_decisions.decided_by IS 'In the form of events.actor.';
COMMENT ON COLUMN client_decisions.proposed_by IS 'Who proposed what decided_by confirmed, always somebody else; null where one person decided.';
COMMENT ON COLUMN client_decisions.sealed_assessment IS 'The risk assessment, encrypted with the applicant''s key; null if none was made.';
CREATE TRIGGER client_decisions_are_append_only BEFORE DELETE OR UPDATE OF account_id, environment, check_id, id, decision, although_disputed, decided_by, decided_at, proposed_by OR TRUNCATE ON public.client_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE closing_day_versions (
  id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  from_on date NOT NULL,
  to_on date NOT NULL,
  jurisdictions text[] NOT NULL,
  moved_reports integer,
  is_listed boolean NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT closing_day_versions_pkey PRIMARY KEY (id, version),
  CONSTRAINT closing_day_versions_check CHECK ((to_on >= from_on))
);
COMMENT ON TABLE closing_day_versions IS 'Each version of days on which the operator does not work besides bank holidays; the newest one counts.';
COMMENT ON COLUMN closing_day_versions.id IS 'Of the closing days, the same in all versions.';
COMMENT ON COLUMN closing_day_versions.to_on IS 'The last of the days.';
COMMENT ON COLUMN closing_day_versions.jurisdictions IS 'The parts of the country whose due dates do not count them.';
COMMENT ON COLUMN closing_day_versions.moved_reports IS 'How many open reports got another due date with this version; null if their due dates were left.';
COMMENT ON COLUMN closing_day_versions.is_listed IS 'False in the version that removed them: from its day on they are worked, and those before it were not.';
COMMENT ON COLUMN closing_day_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER closing_day_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.closing_day_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE conduct_breaches (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  breach_id uuid NOT NULL,
  version integer NOT NULL,
  applicant_id uuid NOT NULL,
  state text NOT NULL,
  found_on date NOT NULL,
  rules text[] NOT NULL,
  discipline text NOT NULL,
  disciplined_on date,
  reported_on date,
  reported_by text,
  sealed_words bytea NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT conduct_breaches_pkey PRIMARY KEY (account_id, environment, breach_id, version),
  CONSTRAINT conduct_breaches_check CHECK (((disciplined_on IS NULL) = (discipline = 'none'::text))),
  CONSTRAINT conduct_breaches_check1 CHECK (((reported_by IS NULL) = (reported_on IS NULL))),
  CONSTRAINT conduct_breaches_discipline_check CHECK ((discipline = ANY (ARRAY['none'::text, 'warning'::text, 'suspension'::text, 'dismissal'::text, 'pay'::text]))),
  CONSTRAINT conduct_breaches_rules_check CHECK ((cardinality(rules) > 0)),
  CONSTRAINT conduct_breaches_state_check CHECK ((state = ANY (ARRAY['suspected'::text, 'decided'::text, 'unfounded'::text]))),
  CONSTRAINT conduct_breaches_version_check CHECK ((version > 0)),
  CONSTRAINT conduct_breaches_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id) ON DELETE CASCADE
);
COMMENT ON TABLE conduct_breaches IS 'Breaches of conduct rules by staff of a regulated firm. Each change is a version of its own, the newest stands, and all stay until the person is erased.';
COMMENT ON COLUMN conduct_breaches.rules IS 'Such as icr2 or sc1, of a list in the program.';
COMMENT ON COLUMN conduct_breaches.discipline IS 'The disciplinary action, as the Financial Services and Markets Act 2000 (section 64C) counts it.';
COMMENT ON COLUMN conduct_breaches.reported_by IS 'How the regulator was told, such as rep008; null while it is not.';
COMMENT ON COLUMN conduct_breaches.sealed_words IS 'What was found, and what was done about it. Encrypted with the applicant''s key.';
COMMENT ON COLUMN conduct_breaches.recorded_by IS 'In the form of events.actor.';
CREATE INDEX conduct_breaches_by_person ON public.conduct_breaches USING btree (account_id, environment, applicant_id);

CREATE TABLE data_request_files (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  request_id uuid NOT NULL,
  file_id uuid NOT NULL,
  size bigint NOT NULL,
  sealed_key bytea,
  sealed_facts bytea NOT NULL,
  verdict text NOT NULL,
  added_by text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT data_request_files_pkey PRIMARY KEY (account_id, environment, request_id, file_id),
  CONSTRAINT data_request_files_size_check CHECK ((size >= 0)),
  CONSTRAINT data_request_files_verdict_check CHECK ((verdict = ANY (ARRAY['clean'::text, 'not_scanned'::text]))),
  CONSTRAINT data_request_files_account_id_environment_request_id_fkey FOREIGN KEY (account_id, environment, request_id) REFERENCES data_requests(account_id, environment, id)
);
COMMENT ON TABLE data_request_files IS 'Files that came with a request, such as a letter or proof of identity. They go with its words: with the person, or some time after the answer.';
COMMENT ON COLUMN data_request_files.sealed_key IS 'The file''s own key, wrapped by the account''s key, where who asks is no candidate; null where it is encrypted with the applicant''s key.';
COMMENT ON COLUMN data_request_files.sealed_facts IS 'File name and hash, encrypted with the same key as the file.';
COMMENT ON COLUMN data_request_files.verdict IS 'What the virus scanner said; `not_scanned` where none is configured.';
COMMENT ON COLUMN data_request_files.added_by IS 'An actor, written as in events.';
CREATE UNIQUE INDEX data_request_files_by_file ON public.data_request_files USING btree (file_id);

CREATE TABLE data_request_steps (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  request_id uuid NOT NULL,
  number smallint NOT NULL,
  step text NOT NULL,
  on_day date NOT NULL,
  code text,
  told text,
  sealed_words bytea,
  taken_by text NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT data_request_steps_pkey PRIMARY KEY (account_id, environment, request_id, number),
  CONSTRAINT data_request_steps_check CHECK (((code IS NULL) = (step = ANY (ARRAY['acknowledged'::text, 'identity_asked'::text, 'clarification_asked'::text, 'clarified'::text, 'added'::text, 'announced'::text])))),
  CONSTRAINT data_request_steps_step_check CHECK ((step = ANY (ARRAY['acknowledged'::text, 'identity_asked'::text, 'identity_confirmed'::text, 'clarification_asked'::text, 'clarified'::text, 'added'::text, 'extended'::text, 'announced'::text, 'acted'::text, 'referred'::text, 'closed'::text]))),
  CONSTRAINT data_request_steps_told_check CHECK ((told = ANY (ARRAY['mail'::text, 'telephone'::text, 'letter'::text, 'in_person'::text]))),
  CONSTRAINT data_request_steps_account_id_environment_request_id_fkey FOREIGN KEY (account_id, environment, request_id) REFERENCES data_requests(account_id, environment, id)
);
COMMENT ON TABLE data_request_steps IS 'What was done about a request, step by step.';
COMMENT ON COLUMN data_request_steps.on_day IS 'The day on which it happened, which may be before it was recorded.';
COMMENT ON COLUMN data_request_steps.code IS 'How the identity was confirmed, why the time is longer, what was done, or how it ended: of closed lists.';
COMMENT ON COLUMN data_request_steps.told IS 'How the person was told; null if they were not.';
COMMENT ON COLUMN data_request_steps.sealed_words IS 'What the person was told, or what they added on their own page, encrypted with the applicant''s key; null where there is no applicant.';
COMMENT ON COLUMN data_request_steps.taken_by IS 'An actor, written as in events.';
CREATE TRIGGER data_request_steps_are_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.data_request_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE data_requests (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  way text NOT NULL,
  received_on date NOT NULL,
  applicant_id uuid,
  check_id uuid,
  sealed_words bytea,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  due_on date,
  reminded_on date,
  is_open boolean DEFAULT true NOT NULL,
  subject text,
  asker text,
  sealed_asker bytea,
  owner_id uuid,
  root_cause text,
  sealed_change bytea,
  CONSTRAINT data_requests_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT data_requests_asker_check CHECK ((asker = ANY (ARRAY['client'::text, 'referee'::text, 'employer'::text, 'landlord'::text, 'supplier'::text, 'public'::text]))),
  CONSTRAINT data_requests_check CHECK (((applicant_id IS NULL) = (check_id IS NULL))),
  CONSTRAINT data_requests_check1 CHECK (((applicant_id IS NULL) = (asker IS NOT NULL))),
  CONSTRAINT data_requests_check2 CHECK (((kind = 'complaint'::text) = (subject IS NOT NULL))),
  CONSTRAINT data_requests_check3 CHECK (((kind = 'complaint'::text) OR ((root_cause IS NULL) AND (sealed_change IS NULL)))),
  CONSTRAINT data_requests_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'correction'::text, 'erasure'::text, 'restriction'::text, 'portability'::text, 'objection'::text, 'withdrawal'::text, 'complaint'::text]))),
  CONSTRAINT data_requests_root_cause_check CHECK ((root_cause = ANY (ARRAY['own_mistake'::text, 'process'::text, 'system'::text, 'source'::text, 'supplier'::text, 'client'::text, 'words'::text, 'nothing_wrong'::text]))),
  CONSTRAINT data_requests_subject_check CHECK ((subject = ANY (ARRAY['accuracy'::text, 'delay'::text, 'conduct'::text, 'data_protection'::text, 'charge'::text, 'accessibility'::text, 'other'::text]))),
  CONSTRAINT data_requests_way_check CHECK ((way = ANY (ARRAY['own_page'::text, 'client'::text, 'client_itself'::text, 'mail'::text, 'telephone'::text, 'letter'::text, 'in_person'::text, 'not_recorded'::text]))),
  CONSTRAINT data_requests_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id),
  CONSTRAINT data_requests_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT data_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT data_requests_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE data_requests IS 'What people ask about their data (UK GDPR Art. 12 to 21). It names nobody, and stays when the person is erased.';
COMMENT ON COLUMN data_requests.applicant_id IS 'Null if who asks is no candidate.';
COMMENT ON COLUMN data_requests.check_id IS 'The check through which they were found.';
COMMENT ON COLUMN data_requests.sealed_words IS 'What they ask, encrypted with the applicant''s key, or, where there is no applicant, with the account''s until some months after the answer, of a complaint some years; null where the message, the restriction or the withdrawal itself says it.';
COMMENT ON COLUMN data_requests.recorded_by IS 'An actor, written as in events.';
COMMENT ON COLUMN data_requests.due_on IS 'By when it must be answered, as its steps make it; null while the person has not shown who they are, or what they mean.';
COMMENT ON COLUMN data_requests.reminded_on IS 'The day on which the desk was last told that it is due soon, or due.';
COMMENT ON COLUMN data_requests.subject IS 'What a complaint is about.';
COMMENT ON COLUMN data_requests.asker IS 'As what somebody asks who is no candidate.';
COMMENT ON COLUMN data_requests.sealed_asker IS 'The name and the address of who is no candidate, and what they were told, encrypted with the account''s key; it goes with the words. Of a candidate, who asks for them and by which authority, encrypted with the applicant''s key.';
COMMENT ON COLUMN data_requests.owner_id IS 'Who at the desk deals with it; null while nobody does.';
COMMENT ON COLUMN data_requests.root_cause IS 'Why there was reason to complain; null until that is known.';
COMMENT ON COLUMN data_requests.sealed_change IS 'What was changed because of a complaint, which names nobody, encrypted with the account''s key.';
CREATE INDEX data_requests_by_applicant ON public.data_requests USING btree (account_id, environment, applicant_id);
CREATE INDEX data_requests_by_check ON public.data_requests USING btree (account_id, environment, check_id);
CREATE INDEX data_requests_newest_first ON public.data_requests USING btree (environment, received_on DESC, id DESC);
CREATE INDEX open_data_requests ON public.data_requests USING btree (environment, due_on) WHERE is_open;
CREATE UNIQUE INDEX open_data_requests_of_a_person ON public.data_requests USING btree (account_id, environment, applicant_id, kind, ((way = 'client_itself'::text))) WHERE (is_open AND (applicant_id IS NOT NULL) AND (kind <> 'complaint'::text));

CREATE TABLE deadlines (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  check_id uuid NOT NULL,
  report_id uuid,
  due_at timestamp with time zone NOT NULL,
  wanted_at timestamp with time zone,
  count integer DEFAULT 0 NOT NULL,
  retry_at timestamp with time zone,
  CONSTRAINT deadlines_pkey PRIMARY KEY (account_id, environment, subject_id, kind),
  CONSTRAINT deadlines_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT deadlines_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE deadlines IS 'What a job does at a time, one row for each kind and subject. A row that is done is removed.';
COMMENT ON COLUMN deadlines.subject_id IS 'What the deadline is about, such as a check or a query.';
COMMENT ON COLUMN deadlines.due_at IS 'By the clock of the environment: in test data the account''s test clock.';
COMMENT ON COLUMN deadlines.wanted_at IS 'Of the time for a form: the end of the day by which the candidate is asked for it, where that is earlier. Nothing is cancelled then.';
COMMENT ON COLUMN deadlines.count IS 'How often it has been due before.';
COMMENT ON COLUMN deadlines.retry_at IS 'The earliest next attempt, by the real clock, after one that failed.';
CREATE INDEX deadlines_in_order ON public.deadlines USING btree (account_id, environment, due_at);
CREATE INDEX deadlines_of_check ON public.deadlines USING btree (account_id, environment, check_id);
CREATE INDEX deadlines_of_forms ON public.deadlines USING btree (environment, COALESCE(wanted_at, due_at), check_id) INCLUDE (account_id, due_at, wanted_at) WHERE (kind = 'form_submission'::text);

CREATE TABLE debt_notes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  sealed_text bytea NOT NULL,
  written_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT debt_notes_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT debt_notes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT debt_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES desk_users(id)
);
COMMENT ON TABLE debt_notes IS 'What somebody of the desk noted on what an account owes, such as what was said on the telephone. The client never sees it.';
COMMENT ON COLUMN debt_notes.sealed_text IS 'Encrypted with the account''s key.';
CREATE INDEX debt_notes_by_time ON public.debt_notes USING btree (account_id, created_at);
CREATE TRIGGER debt_notes_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.debt_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE decision_follow_ups (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  id uuid NOT NULL,
  decision_id uuid NOT NULL,
  kind text NOT NULL,
  due_on date NOT NULL,
  outcome text,
  sealed_note bytea,
  closed_by text,
  closed_at timestamp with time zone,
  CONSTRAINT decision_follow_ups_pkey PRIMARY KEY (account_id, environment, check_id, id),
  CONSTRAINT decision_follow_ups_check CHECK ((((outcome IS NULL) = (closed_by IS NULL)) AND ((outcome IS NULL) = (closed_at IS NULL)))),
  CONSTRAINT decision_follow_ups_kind_check CHECK ((kind = ANY (ARRAY['conditions'::text, 'review'::text]))),
  CONSTRAINT decision_follow_ups_outcome_check CHECK ((outcome = ANY (ARRAY['met'::text, 'not_met'::text, 'reviewed'::text, 'replaced'::text]))),
  CONSTRAINT decision_follow_ups_account_id_environment_check_id_decisi_fkey FOREIGN KEY (account_id, environment, check_id, decision_id) REFERENCES client_decisions(account_id, environment, check_id, id)
);
COMMENT ON TABLE decision_follow_ups IS 'What the client is asked on a day after its decision: whether conditions were met, what the review of a risk assessment came to.';
COMMENT ON COLUMN decision_follow_ups.outcome IS 'null while it is open; replaced by a newer decision.';
COMMENT ON COLUMN decision_follow_ups.sealed_note IS 'Encrypted with the applicant''s key; null if none was written.';
COMMENT ON COLUMN decision_follow_ups.closed_by IS 'In the form of events.actor.';
CREATE INDEX decision_follow_ups_open ON public.decision_follow_ups USING btree (account_id, environment, due_on) WHERE (outcome IS NULL);

CREATE TABLE decision_proposals (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  id uuid NOT NULL,
  decision text NOT NULL,
  sealed_reason bytea NOT NULL,
  sealed_told bytea,
  sealed_assessment bytea,
  although_disputed boolean NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  CONSTRAINT decision_proposals_pkey PRIMARY KEY (account_id, environment, check_id, id),
  CONSTRAINT decision_proposals_decision_check CHECK ((decision = 'not_suitable'::text)),
  CONSTRAINT decision_proposals_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE decision_proposals IS 'Decisions against a candidate that one person proposed. One that another person confirmed is also a row of client_decisions.';
COMMENT ON COLUMN decision_proposals.sealed_reason IS 'Encrypted with the applicant''s key.';
COMMENT ON COLUMN decision_proposals.sealed_told IS 'What the candidate is told once it is confirmed, encrypted with their key; null if they are not told here.';
COMMENT ON COLUMN decision_proposals.sealed_assessment IS 'The risk assessment, encrypted with the applicant''s key; null if none was made.';
COMMENT ON COLUMN decision_proposals.although_disputed IS 'The candidate said at that time that a result was not right, and nobody had dealt with it.';
COMMENT ON COLUMN decision_proposals.proposed_by IS 'In the form of events.actor.';
CREATE TRIGGER decision_proposals_are_append_only BEFORE DELETE OR UPDATE OF account_id, environment, check_id, id, decision, although_disputed, proposed_by, proposed_at OR TRUNCATE ON public.decision_proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE decision_returns (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  proposal_id uuid NOT NULL,
  sealed_reason bytea,
  returned_by text NOT NULL,
  returned_at timestamp with time zone NOT NULL,
  CONSTRAINT decision_returns_pkey PRIMARY KEY (account_id, environment, check_id, proposal_id),
  CONSTRAINT decision_returns_account_id_environment_check_id_proposal__fkey FOREIGN KEY (account_id, environment, check_id, proposal_id) REFERENCES decision_proposals(account_id, environment, check_id, id)
);
COMMENT ON TABLE decision_returns IS 'Proposals that another person sent back, or who proposed them took back.';
COMMENT ON COLUMN decision_returns.sealed_reason IS 'Encrypted with the applicant''s key; null if who proposed it took it back without one.';
COMMENT ON COLUMN decision_returns.returned_by IS 'In the form of events.actor.';
CREATE TRIGGER decision_returns_are_append_only BEFORE DELETE OR UPDATE OF account_id, environment, check_id, proposal_id, returned_by, returned_at OR TRUNCATE ON public.decision_returns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE delivery_clock (
  single boolean DEFAULT true NOT NULL,
  jumped_ms bigint DEFAULT 0 NOT NULL,
  checked_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT delivery_clock_pkey PRIMARY KEY (single),
  CONSTRAINT delivery_clock_single_check CHECK (single)
);
COMMENT ON TABLE delivery_clock IS 'One row: the jumps of the database''s clock that the processes have noticed.';
COMMENT ON COLUMN delivery_clock.jumped_ms IS 'The sum of all jumps. Each jump is corrected once, by the process that is the first to add it here.';
COMMENT ON COLUMN delivery_clock.checked_at IS 'When a process last found that the clock had not jumped. A machine that was suspended while others ran learns by this that time has really passed.';

CREATE TABLE delivery_workers (
  id text NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  heartbeats bigint DEFAULT 0 NOT NULL,
  files_place text,
  evidence_key text,
  CONSTRAINT delivery_workers_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE delivery_workers IS 'The running delivery workers. When one stops sending heartbeats, its leases are ended early.';
COMMENT ON COLUMN delivery_workers.heartbeats IS 'The worker increases it on the connections that it claims and records with: a lock would only belong to one session. A count, not a time, because clocks jump.';
COMMENT ON COLUMN delivery_workers.files_place IS 'Equal for processes that store files in the same bucket or folder, as all of one database must.';
COMMENT ON COLUMN delivery_workers.evidence_key IS 'Fingerprint of the key by which the process signs evidence bundles; null before it signed one.';

CREATE TABLE desk_languages (
  desk_user_id uuid NOT NULL,
  language text NOT NULL,
  CONSTRAINT desk_languages_pkey PRIMARY KEY (desk_user_id, language),
  CONSTRAINT desk_languages_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT desk_languages_desk_user_id_fkey FOREIGN KEY (desk_user_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE desk_languages IS 'In which languages besides English people of the desk work.';
COMMENT ON COLUMN desk_languages.language IS 'ISO 639-1, such as cy.';

CREATE TABLE desk_mails (
  desk_user_id uuid NOT NULL,
  mail text NOT NULL,
  CONSTRAINT desk_mails_pkey PRIMARY KEY (desk_user_id, mail),
  CONSTRAINT desk_mails_mail_check CHECK ((mail = ANY (ARRAY['morning'::text, 'week'::text, 'month'::text]))),
  CONSTRAINT desk_mails_desk_user_id_fkey FOREIGN KEY (desk_user_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE desk_mails IS 'Which mails somebody of the desk asked for: of the work on each working day, and of the figures of a week and of a month.';

CREATE TABLE desk_teams (
  id uuid NOT NULL,
  name text NOT NULL,
  members uuid[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT desk_teams_pkey PRIMARY KEY (id),
  CONSTRAINT desk_teams_name_check CHECK ((name <> ''::text))
);
COMMENT ON TABLE desk_teams IS 'Teams of people of the desk, by which lists and choices are narrowed; a team lets nobody see anything.';
COMMENT ON COLUMN desk_teams.members IS 'Ids of desk_users; somebody may be in several teams.';
CREATE UNIQUE INDEX desk_teams_by_name ON public.desk_teams USING btree (lower(name));

CREATE TABLE desk_text_versions (
  kind text NOT NULL,
  subject text NOT NULL,
  version integer NOT NULL,
  text text NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT desk_text_versions_pkey PRIMARY KEY (kind, subject, version)
);
COMMENT ON TABLE desk_text_versions IS 'Each version of a text that the desk words itself; the newest one counts. It holds nothing of candidates.';
COMMENT ON COLUMN desk_text_versions.kind IS 'Whether it is a question, standard sentences, steps, or a notice.';
COMMENT ON COLUMN desk_text_versions.subject IS 'What is asked, or the report types that it is for.';
COMMENT ON COLUMN desk_text_versions.text IS 'Empty if the desk has no text of its own any more. Sentences and steps are one a line.';
COMMENT ON COLUMN desk_text_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER desk_text_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.desk_text_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE desk_trainings (
  id uuid NOT NULL,
  desk_user_id uuid NOT NULL,
  area text NOT NULL,
  completed_on date,
  valid_until date,
  training_until date,
  training_reports smallint,
  buddy_id uuid,
  how text NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  mac bytea,
  CONSTRAINT desk_trainings_pkey PRIMARY KEY (id),
  CONSTRAINT desk_trainings_check CHECK ((valid_until > completed_on)),
  CONSTRAINT desk_trainings_check1 CHECK ((buddy_id <> desk_user_id)),
  CONSTRAINT desk_trainings_training_reports_check CHECK ((training_reports > 0)),
  CONSTRAINT desk_trainings_buddy_id_fkey FOREIGN KEY (buddy_id) REFERENCES desk_users(id),
  CONSTRAINT desk_trainings_desk_user_id_fkey FOREIGN KEY (desk_user_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE desk_trainings IS 'In which areas of the catalogue people of the desk are trained; the newest row of a person and area counts.';
COMMENT ON COLUMN desk_trainings.completed_on IS 'null while they are in training; without an end of that, they do not count as trained from this row on.';
COMMENT ON COLUMN desk_trainings.valid_until IS 'The last day on which it counts; null if it does not end.';
COMMENT ON COLUMN desk_trainings.training_until IS 'The last day of their training, after which they count as trained.';
COMMENT ON COLUMN desk_trainings.training_reports IS 'After so many completed reports of the area since this row they count as trained, also before that day.';
COMMENT ON COLUMN desk_trainings.buddy_id IS 'Who gets what they propose in the area while they are in training, to approve it; null for whoever takes it.';
COMMENT ON COLUMN desk_trainings.how IS 'The course, who taught or assessed them; or why they do not count as trained any more.';
COMMENT ON COLUMN desk_trainings.recorded_by IS 'An actor, written as in events.';
COMMENT ON COLUMN desk_trainings.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE INDEX desk_trainings_of_user ON public.desk_trainings USING btree (desk_user_id, recorded_at);

CREATE TABLE desk_user_accounts (
  account_id uuid NOT NULL,
  desk_user_id uuid NOT NULL,
  mac bytea,
  CONSTRAINT desk_user_accounts_pkey PRIMARY KEY (account_id, desk_user_id),
  CONSTRAINT desk_user_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT desk_user_accounts_desk_user_id_fkey FOREIGN KEY (desk_user_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE desk_user_accounts IS 'The accounts that a desk user sees who does not see all of them.';
COMMENT ON COLUMN desk_user_accounts.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE INDEX desk_user_accounts_by_user ON public.desk_user_accounts USING btree (desk_user_id);

CREATE TABLE desk_users (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  all_accounts boolean DEFAULT false NOT NULL,
  new_until date,
  sample_percent smallint,
  away_from date,
  away_until date,
  works_on smallint[],
  work_percent smallint DEFAULT 100 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  access_until date,
  mac bytea,
  CONSTRAINT desk_users_pkey PRIMARY KEY (id),
  CONSTRAINT desk_users_email_key UNIQUE (email),
  CONSTRAINT desk_users_check CHECK ((away_until >= away_from)),
  CONSTRAINT desk_users_email_check CHECK ((email = lower(email))),
  CONSTRAINT desk_users_name_check CHECK ((name <> ''::text)),
  CONSTRAINT desk_users_role_check CHECK ((role = ANY (ARRAY['screener'::text, 'reviewer'::text, 'team_leader'::text, 'account_manager'::text, 'administrator'::text, 'data_protection'::text, 'finance'::text, 'auditor'::text]))),
  CONSTRAINT desk_users_sample_percent_check CHECK (((sample_percent >= 0) AND (sample_percent <= 100))),
  CONSTRAINT desk_users_work_percent_check CHECK (((work_percent >= 1) AND (work_percent <= 100))),
  CONSTRAINT desk_users_works_on_check CHECK (((cardinality(works_on) > 0) AND (works_on <@ '{1,2,3,4,5,6,7}'::smallint[])))
);
COMMENT ON TABLE desk_users IS 'People who work for the operator, not for an account, and sign in to the desk.';
COMMENT ON COLUMN desk_users.all_accounts IS 'Whether the user sees every account, also those added later.';
COMMENT ON COLUMN desk_users.new_until IS 'The last day on which others approve their work because they are new.';
COMMENT ON COLUMN desk_users.sample_percent IS 'How many of a hundred of their reports others approve; null where the settings of the account say so.';
COMMENT ON COLUMN desk_users.away_from IS 'The first day on which they are away; null if nobody said that they are.';
COMMENT ON COLUMN desk_users.away_until IS 'The last day on which they are away; after it the two days say nothing any more.';
COMMENT ON COLUMN desk_users.works_on IS 'The days of the week on which they work, 1 for Monday; null for those of everybody.';
COMMENT ON COLUMN desk_users.work_percent IS 'How much of a full day they work on each of these days.';
COMMENT ON COLUMN desk_users.access_until IS 'The last day on which they sign in, in the UK; null if none is set. After it a job disables them.';
COMMENT ON COLUMN desk_users.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE TRIGGER one_portal_per_email BEFORE INSERT OR UPDATE OF email ON public.desk_users FOR EACH ROW EXECUTE FUNCTION refuse_email_of_another_portal();

CREATE TABLE desk_views (
  desk_user_id uuid NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT desk_views_pkey PRIMARY KEY (desk_user_id, name),
  CONSTRAINT desk_views_name_check CHECK (((name <> ''::text) AND (length(name) <= 60))),
  CONSTRAINT desk_views_desk_user_id_fkey FOREIGN KEY (desk_user_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE desk_views IS 'The views of the work queue that desk users saved for themselves.';
COMMENT ON COLUMN desk_views.address IS 'The query of the view''s address: its filters and its order, never a search.';

CREATE TABLE drafts (
  author text NOT NULL,
  form text NOT NULL,
  account_id uuid,
  environment environment,
  applicant_id uuid,
  sealed_fields bytea NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT drafts_pkey PRIMARY KEY (author, form),
  CONSTRAINT drafts_about_whole_applicants CHECK ((num_nulls(account_id, environment, applicant_id) = ANY (ARRAY[0, 3]))),
  CONSTRAINT drafts_form_check CHECK ((length(form) <= 300)),
  CONSTRAINT drafts_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id) ON DELETE CASCADE
);
COMMENT ON TABLE drafts IS 'What somebody has typed in a form and not sent yet.';
COMMENT ON COLUMN drafts.author IS 'A user, the candidate of a check, or the referee of a reference. The drafts of a user end when the user is disabled.';
COMMENT ON COLUMN drafts.form IS 'The path to which the form is sent, without the token of a mailed link.';
COMMENT ON COLUMN drafts.applicant_id IS 'The applicant whom the page is about, with whose erasure the draft ends; else null.';
COMMENT ON COLUMN drafts.sealed_fields IS 'Encrypted with the key of the applicant, else with that of the operator.';
CREATE INDEX drafts_by_age ON public.drafts USING btree (saved_at);
CREATE INDEX drafts_by_applicant ON public.drafts USING btree (account_id, environment, applicant_id);

CREATE TABLE earlier_cases (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  applicant_id uuid NOT NULL,
  "position" bigint DEFAULT next_order_number() NOT NULL,
  number_key bigint NOT NULL,
  completed_on date NOT NULL,
  file_id uuid NOT NULL,
  size bigint NOT NULL,
  verdict text NOT NULL,
  sealed_details bytea NOT NULL,
  brought_in_by text NOT NULL,
  brought_in_at timestamp with time zone NOT NULL,
  CONSTRAINT earlier_cases_pkey PRIMARY KEY (account_id, environment, applicant_id),
  CONSTRAINT earlier_cases_account_id_environment_number_key_key UNIQUE (account_id, environment, number_key),
  CONSTRAINT earlier_cases_size_check CHECK ((size >= 0)),
  CONSTRAINT earlier_cases_verdict_check CHECK ((verdict = ANY (ARRAY['clean'::text, 'not_scanned'::text]))),
  CONSTRAINT earlier_cases_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id)
);
COMMENT ON TABLE earlier_cases IS 'Complete cases of the screening company''s earlier system, each with its PDF and a person of its own.';
COMMENT ON COLUMN earlier_cases.number_key IS 'Blind key of the number in the earlier system.';
COMMENT ON COLUMN earlier_cases.completed_on IS 'The time that the account keeps people counts from here.';
COMMENT ON COLUMN earlier_cases.verdict IS 'What the virus scanner said of the file, if one was configured.';
COMMENT ON COLUMN earlier_cases.sealed_details IS 'The number, the job, the reference, the day of the order, the reports, the result and the facts of the file. Encrypted with the applicant''s key.';
COMMENT ON COLUMN earlier_cases.brought_in_by IS 'In the form of events.actor.';
CREATE INDEX earlier_cases_by_day ON public.earlier_cases USING btree (account_id, environment, completed_on, "position");
CREATE UNIQUE INDEX earlier_cases_by_file ON public.earlier_cases USING btree (file_id);
CREATE INDEX earlier_cases_by_position ON public.earlier_cases USING btree (account_id, environment, "position");

CREATE TABLE emails (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  applicant_id uuid,
  check_id uuid,
  reference_id uuid,
  user_id uuid,
  about_check_id uuid,
  about_invoice_id uuid,
  template text NOT NULL,
  join_key bigint,
  sent_in uuid,
  sealed_message bytea NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  attempts smallint DEFAULT 0 NOT NULL,
  failure text,
  text_queued_at timestamp with time zone,
  texted_at timestamp with time zone,
  text_failure text,
  language text DEFAULT 'en'::text NOT NULL,
  CONSTRAINT emails_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT emails_check CHECK (((join_key IS NULL) OR (status = 'queued'::text))),
  CONSTRAINT emails_language_check CHECK ((language = ANY (ARRAY['en'::text, 'cy'::text]))),
  CONSTRAINT emails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'held'::text, 'failed'::text]))),
  CONSTRAINT emails_account_id_about_invoice_id_fkey FOREIGN KEY (account_id, about_invoice_id) REFERENCES invoices(account_id, id),
  CONSTRAINT emails_account_id_environment_about_check_id_fkey FOREIGN KEY (account_id, environment, about_check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT emails_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id),
  CONSTRAINT emails_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT emails_account_id_environment_reference_id_fkey FOREIGN KEY (account_id, environment, reference_id) REFERENCES report_references(account_id, environment, id),
  CONSTRAINT emails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT emails_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id)
);
COMMENT ON TABLE emails IS 'Every mail, written by the transaction that it tells of, and sent afterwards.';
COMMENT ON COLUMN emails.reference_id IS 'The reference whose referee gets it; null in a mail to the candidate.';
COMMENT ON COLUMN emails.user_id IS 'The user of the account who gets it; such a mail has no check_id.';
COMMENT ON COLUMN emails.about_check_id IS 'The order that a mail to a user of the account tells of; null for one about none.';
COMMENT ON COLUMN emails.about_invoice_id IS 'The invoice or credit note that is attached; null in a mail without one.';
COMMENT ON COLUMN emails.join_key IS 'Of a mail that goes in one with others of its kind that wait for the same address, while it waits, the blind key of the address; null of any other.';
COMMENT ON COLUMN emails.sent_in IS 'Of mails that were sent together, the one whose job sent them; null for one that went alone.';
COMMENT ON COLUMN emails.sealed_message IS 'Recipient, name and the values of the template, encrypted with the applicant''s key, or with the account''s where there is no applicant.';
COMMENT ON COLUMN emails.status IS '`held` is for test mode: the inbox page shows the mail, and it is never sent.';
COMMENT ON COLUMN emails.failed_at IS 'When the last attempt failed; null once it was sent.';
COMMENT ON COLUMN emails.failure IS 'Why the last attempt failed: a word of ours, the numbers of the mail server''s answer, or the class of the error; never its text, which may quote the address.';
COMMENT ON COLUMN emails.text_queued_at IS 'When a text message was to go with the mail; null if none goes.';
COMMENT ON COLUMN emails.texted_at IS 'When the gateway took the text message that goes with the mail; null if none was sent.';
COMMENT ON COLUMN emails.text_failure IS 'Why the last attempt to send it failed: the numbers of the gateway''s answer, or why there was none.';
COMMENT ON COLUMN emails.language IS 'In which language it is written: what the candidate or the referee had chosen.';
CREATE INDEX emails_about_check ON public.emails USING btree (account_id, environment, about_check_id) WHERE (about_check_id IS NOT NULL);
CREATE INDEX emails_about_invoice ON public.emails USING btree (account_id, about_invoice_id) WHERE (about_invoice_id IS NOT NULL);
CREATE INDEX emails_by_applicant ON public.emails USING btree (account_id, environment, applicant_id);
CREATE INDEX emails_by_check ON public.emails USING btree (account_id, environment, check_id);
CREATE INDEX emails_by_reference ON public.emails USING btree (account_id, environment, reference_id, created_at) WHERE (reference_id IS NOT NULL);
CREATE INDEX emails_by_user ON public.emails USING btree (account_id, user_id, created_at) WHERE (user_id IS NOT NULL);
CREATE INDEX emails_failed ON public.emails USING btree (account_id, environment, created_at) WHERE (status = 'failed'::text);
CREATE INDEX emails_newest_first ON public.emails USING btree (account_id, environment, created_at DESC);
CREATE INDEX emails_waiting_to_join ON public.emails USING btree (account_id, environment, join_key, created_at) WHERE ((status = 'queued'::text) AND (join_key IS NOT NULL));

CREATE TABLE ended_drafts (
  author text NOT NULL,
  form text NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  CONSTRAINT ended_drafts_pkey PRIMARY KEY (author, form)
);
COMMENT ON TABLE ended_drafts IS 'Forms that were sent, or whose draft was discarded: a window that was opened before saves no draft of them any more.';
CREATE INDEX ended_drafts_by_age ON public.ended_drafts USING btree (ended_at);

CREATE TABLE error_type_versions (
  id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  code text NOT NULL,
  meaning text NOT NULL,
  severity text NOT NULL,
  is_listed boolean NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT error_type_versions_pkey PRIMARY KEY (id, version),
  CONSTRAINT error_type_versions_severity_check CHECK ((severity = ANY (ARRAY['minor'::text, 'major'::text, 'critical'::text])))
);
COMMENT ON TABLE error_type_versions IS 'Each version of a type of error; the newest one counts. It belongs to no client, and holds nothing of candidates.';
COMMENT ON COLUMN error_type_versions.id IS 'Of the type, the same in all its versions.';
COMMENT ON COLUMN error_type_versions.code IS 'What report_reviews.code and quality_findings.code say; the same in all versions.';
COMMENT ON COLUMN error_type_versions.severity IS 'Of a finding of this type, unless the reviewer says another.';
COMMENT ON COLUMN error_type_versions.is_listed IS 'False in the version after which it is chosen no more.';
COMMENT ON COLUMN error_type_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER error_type_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.error_type_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE event_links (
  seq bigint NOT NULL,
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  event_id uuid NOT NULL,
  digest bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT event_links_pkey PRIMARY KEY (seq),
  CONSTRAINT event_links_account_id_environment_event_id_key UNIQUE (account_id, environment, event_id)
);
COMMENT ON TABLE event_links IS 'The hash chain over all events, written by the sealer. It does not match any more if an event is changed or removed directly in the database.';
COMMENT ON COLUMN event_links.digest IS 'SHA-256 of the content of the event.';
COMMENT ON COLUMN event_links.hash IS 'SHA-256 of the previous hash followed by the digest.';
CREATE TRIGGER event_links_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE event_seal (
  id boolean DEFAULT true NOT NULL,
  seq bigint DEFAULT 0 NOT NULL,
  hash bytea DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea NOT NULL,
  xid xid8 DEFAULT '0'::xid8 NOT NULL,
  event_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  CONSTRAINT event_seal_pkey PRIMARY KEY (id),
  CONSTRAINT event_seal_id_check CHECK (id)
);
COMMENT ON TABLE event_seal IS 'The end of the chain: one row, the last link and the watermark up to which events are sealed.';

CREATE TABLE events (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  type text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  status text,
  applicant_id uuid,
  check_id uuid,
  report_id uuid,
  actor text NOT NULL,
  key_id uuid,
  on_behalf_of uuid,
  occurred_at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  notifies boolean NOT NULL,
  mac bytea,
  CONSTRAINT events_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE events IS 'Everything that happened.';
COMMENT ON COLUMN events.xid IS 'The transaction. The sealer reads by (xid, id): every event below the oldest running transaction is final.';
COMMENT ON COLUMN events.status IS 'The status of the resource after the change, where the resource has one.';
COMMENT ON COLUMN events.actor IS '`user:<id>`, `candidate`, `provider:<name>` or `system`.';
COMMENT ON COLUMN events.key_id IS 'The API key that the actor used.';
COMMENT ON COLUMN events.on_behalf_of IS 'The user for whom the actor acted.';
COMMENT ON COLUMN events.occurred_at IS 'By the test clock for test resources; recorded_at never is.';
COMMENT ON COLUMN events.detail IS 'Ids, names of ours and numbers; never personal data.';
COMMENT ON COLUMN events.notifies IS 'Whether webhooks are notified.';
COMMENT ON COLUMN events.mac IS 'Keyed hash of what the program wrote. An event without a valid one was planted: it is not sealed, and reported.';
CREATE INDEX events_at_applicants ON public.events USING btree (account_id, environment, applicant_id, id) WHERE ((applicant_id IS NOT NULL) AND (check_id IS NULL));
CREATE INDEX events_at_lists ON public.events USING gin (((detail -> 'ids'::text))) WHERE (type = ANY (ARRAY['account.applicants_listed'::text, 'account.checks_listed'::text, 'account.emails_listed'::text]));
CREATE INDEX events_by_check ON public.events USING btree (account_id, environment, check_id, id) WHERE (check_id IS NOT NULL);
CREATE INDEX events_of_authority ON public.events USING btree (resource_id, id) WHERE ((detail ? 'now'::text) OR (type = 'api_key.revoked'::text) OR (type = 'api_key.created'::text) OR (type = 'api_key.handed_over'::text));
CREATE INDEX events_of_held_invoices ON public.events USING btree (((detail ->> 'month'::text)), account_id) WHERE (type = 'account.invoice_held'::text);
CREATE INDEX events_of_set_up ON public.events USING btree (account_id, id) WHERE (((check_id IS NULL) AND (applicant_id IS NULL) AND (type <> ALL (ARRAY['account.applicants_listed'::text, 'account.checks_listed'::text, 'account.emails_listed'::text]))) OR (type = ANY (ARRAY['report.credited'::text, 'report.part_credited'::text])));
CREATE INDEX events_of_webhooks ON public.events USING btree (account_id, resource_id, recorded_at) WHERE (resource_type = 'webhook'::text);
CREATE INDEX events_that_assign ON public.events USING btree (account_id, environment, report_id) WHERE (type = ANY (ARRAY['report.claimed'::text, 'report.assigned'::text]));
CREATE INDEX events_that_decide ON public.events USING btree (account_id, environment, check_id) WHERE (type = ANY (ARRAY['report.awaiting_approval'::text, 'report.outcome_changed'::text, 'report.reopened'::text, 'report.changed'::text, 'report.completed'::text, 'report.contents_deleted'::text, 'report.withdrawn'::text, 'report.cancelled'::text, 'check.reopened'::text, 'check.completed'::text, 'check.withdrawn'::text, 'check.cancelled'::text]));
CREATE INDEX events_that_delete ON public.events USING btree (environment, id) WHERE (type = ANY (ARRAY['report.contents_deleted'::text, 'check.files_deleted'::text, 'attachment.deleted'::text]));
CREATE INDEX events_that_look ON public.events USING btree (environment, id) WHERE (type = ANY (ARRAY['check.results_read'::text, 'check.answers_read'::text, 'applicant.read'::text, 'applicant.exported'::text, 'applicant.earlier_case_read'::text, 'account.applicants_listed'::text, 'account.checks_listed'::text, 'account.emails_listed'::text, 'reference.opened'::text, 'attachment.read'::text, 'data_request.read'::text, 'email.read'::text]));
CREATE INDEX events_that_notify ON public.events USING btree (account_id, environment, xid, id) WHERE notifies;
CREATE INDEX events_to_seal ON public.events USING btree (xid, id);
CREATE TRIGGER create_deliveries_of_events AFTER INSERT ON public.events REFERENCING NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION create_deliveries_of_events();
CREATE TRIGGER events_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fact_corrections (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  check_id uuid NOT NULL,
  requirement text NOT NULL,
  sealed_correction bytea NOT NULL,
  reason text NOT NULL,
  author text NOT NULL,
  corrected_at timestamp with time zone NOT NULL,
  CONSTRAINT fact_corrections_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT fact_corrections_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE fact_corrections IS 'What the desk corrected of what a candidate stated, after the form was sent; the facts of the order are the corrected ones.';
COMMENT ON COLUMN fact_corrections.requirement IS 'The page of the form on which it was stated.';
COMMENT ON COLUMN fact_corrections.sealed_correction IS 'What was stated before and after, and why it was corrected, sealed with the key of the applicant.';
COMMENT ON COLUMN fact_corrections.author IS 'An actor, written as in events.';
CREATE INDEX fact_corrections_of_check ON public.fact_corrections USING btree (account_id, environment, check_id, corrected_at);
CREATE TRIGGER fact_corrections_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fact_corrections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE form_answers (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  page text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  sealed_answer bytea NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  typed_by uuid,
  typed_from text,
  CONSTRAINT form_answers_pkey PRIMARY KEY (account_id, environment, check_id, page),
  CONSTRAINT form_answers_typed_by_somebody CHECK ((num_nulls(typed_by, typed_from) = ANY (ARRAY[0, 2]))),
  CONSTRAINT form_answers_typed_from_check CHECK ((typed_from = ANY (ARRAY['telephone'::text, 'paper'::text]))),
  CONSTRAINT form_answers_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT form_answers_typed_by_fkey FOREIGN KEY (typed_by) REFERENCES desk_users(id)
);
COMMENT ON TABLE form_answers IS 'The answers of a candidate, page by page, encrypted with the applicant''s key.';
COMMENT ON COLUMN form_answers.version IS 'Each save raises it, so that a second device cannot overwrite an answer that it has not seen.';
COMMENT ON COLUMN form_answers.typed_by IS 'Who of the desk typed the newest answer for the candidate, on the telephone or from paper; null where the candidate did.';

CREATE TABLE forwarding_positions (
  destination text NOT NULL,
  xid xid8 DEFAULT '0'::xid8 NOT NULL,
  event_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  leased_by uuid,
  leased_until timestamp with time zone,
  CONSTRAINT forwarding_positions_pkey PRIMARY KEY (destination)
);
COMMENT ON TABLE forwarding_positions IS 'How far security events were sent to each destination of PROBITY_SECURITY_EVENTS_TO.';
COMMENT ON COLUMN forwarding_positions.destination IS 'The hash of its address, which may hold a secret.';
COMMENT ON COLUMN forwarding_positions.leased_by IS 'The process that sends to it.';

CREATE TABLE given_reference_updates (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  reference_id uuid NOT NULL,
  breach_id uuid NOT NULL,
  breach_version integer NOT NULL,
  is_owed boolean NOT NULL,
  sent_on date,
  sealed_words bytea NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT given_reference_updates_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT given_reference_updates_account_id_environment_reference_id_key UNIQUE (account_id, environment, reference_id, breach_id, breach_version),
  CONSTRAINT given_reference_updates_check CHECK (((sent_on IS NOT NULL) = is_owed)),
  CONSTRAINT given_reference_updates_account_id_environment_reference_i_fkey FOREIGN KEY (account_id, environment, reference_id) REFERENCES given_references(account_id, environment, id) ON DELETE CASCADE
);
COMMENT ON TABLE given_reference_updates IS 'Whether a breach that was recorded after a reference was written is owed to the firm that got it, and that it was sent.';
COMMENT ON COLUMN given_reference_updates.breach_version IS 'The version of the breach about which it was decided.';
COMMENT ON COLUMN given_reference_updates.sealed_words IS 'What was sent, or why nothing is owed. Encrypted with the applicant''s key.';
COMMENT ON COLUMN given_reference_updates.recorded_by IS 'In the form of events.actor.';

CREATE TABLE given_references (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  applicant_id uuid NOT NULL,
  received_on date NOT NULL,
  due_on date NOT NULL,
  sealed_asker bytea NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  sealed_answers bytea,
  written_by text,
  written_at timestamp with time zone,
  approved_by text,
  approved_at timestamp with time zone,
  given_on date,
  CONSTRAINT given_references_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT given_references_check CHECK (((due_on >= received_on) AND (due_on <= (received_on + 42)))),
  CONSTRAINT given_references_check1 CHECK (((written_by IS NULL) = (sealed_answers IS NULL))),
  CONSTRAINT given_references_check2 CHECK (((written_at IS NULL) = (sealed_answers IS NULL))),
  CONSTRAINT given_references_check3 CHECK ((approved_by <> written_by)),
  CONSTRAINT given_references_check4 CHECK (((approved_at IS NULL) = (approved_by IS NULL))),
  CONSTRAINT given_references_check5 CHECK (((given_on IS NULL) OR (approved_at IS NOT NULL))),
  CONSTRAINT given_references_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id) ON DELETE CASCADE
);
COMMENT ON TABLE given_references IS 'Regulatory references that a regulated firm was asked for by other firms, and gave. One that was given stays as it is until the person is erased.';
COMMENT ON COLUMN given_references.sealed_asker IS 'The firm that asks, its firm reference number and its address. Encrypted with the applicant''s key.';
COMMENT ON COLUMN given_references.recorded_by IS 'In the form of events.actor.';
COMMENT ON COLUMN given_references.sealed_answers IS 'By the keys of the regulated questionnaire, encrypted with the applicant''s key; null until somebody has written them.';
COMMENT ON COLUMN given_references.written_by IS 'In the form of events.actor: who wrote or changed the answers last.';
COMMENT ON COLUMN given_references.approved_by IS 'In the form of events.actor: another than who wrote it; null until then.';
CREATE INDEX given_references_by_person ON public.given_references USING btree (account_id, environment, applicant_id);

CREATE TABLE hearing_answers (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  hearing_id uuid NOT NULL,
  id uuid NOT NULL,
  sealed_text bytea NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  CONSTRAINT hearing_answers_pkey PRIMARY KEY (account_id, environment, check_id, hearing_id, id),
  CONSTRAINT hearing_answers_account_id_environment_check_id_hearing_id_fkey FOREIGN KEY (account_id, environment, check_id, hearing_id) REFERENCES hearings(account_id, environment, check_id, id)
);
COMMENT ON TABLE hearing_answers IS 'What the candidate says, until the client has decided.';
COMMENT ON COLUMN hearing_answers.sealed_text IS 'Encrypted with the applicant''s key.';
CREATE TRIGGER hearing_answers_are_append_only BEFORE DELETE OR UPDATE OF account_id, environment, check_id, hearing_id, id, answered_at OR TRUNCATE ON public.hearing_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE hearings (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  id uuid NOT NULL,
  sealed_words bytea NOT NULL,
  answer_by date NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  CONSTRAINT hearings_pkey PRIMARY KEY (account_id, environment, check_id, id),
  CONSTRAINT hearings_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE hearings IS 'What a client asked a candidate before it decides about results that are not clear. While the day for the answer is to come, a deadline of the kind hearing is about it.';
COMMENT ON COLUMN hearings.sealed_words IS 'What the candidate is asked, encrypted with their key.';
COMMENT ON COLUMN hearings.answer_by IS 'The last day for the answer, as the candidate was told it.';
COMMENT ON COLUMN hearings.asked_by IS 'In the form of events.actor.';
CREATE TRIGGER hearings_are_append_only BEFORE DELETE OR UPDATE OF account_id, environment, check_id, id, answer_by, asked_by, asked_at OR TRUNCATE ON public.hearings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE idempotency_keys (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  status smallint,
  sealed_answer bytea,
  applicant_id uuid,
  results jsonb,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, environment, key_hash),
  CONSTRAINT idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE idempotency_keys IS 'Answers that are kept so that a repeated request gets the first answer again.';
COMMENT ON COLUMN idempotency_keys.key_hash IS 'SHA-256 of the key, because clients may put anything into a key.';
COMMENT ON COLUMN idempotency_keys.fingerprint IS 'SHA-256 of method, path and body.';
COMMENT ON COLUMN idempotency_keys.status IS 'HTTP status of the kept answer; null while the first request is in flight.';
COMMENT ON COLUMN idempotency_keys.sealed_answer IS 'The kept answer, encrypted; null while the first request is in flight.';
COMMENT ON COLUMN idempotency_keys.results IS 'The ids of the checks and reports whose results the kept answer carries; null where it carries none. A repeated answer records that they were read again.';
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (claimed_at);
CREATE INDEX idempotency_keys_by_applicant ON public.idempotency_keys USING btree (account_id, environment, applicant_id) WHERE (applicant_id IS NOT NULL);

CREATE TABLE integrity_key (
  single boolean DEFAULT true NOT NULL,
  wrapped bytea NOT NULL,
  master_key_id text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT integrity_key_pkey PRIMARY KEY (single),
  CONSTRAINT integrity_key_single_check CHECK (single)
);
COMMENT ON TABLE integrity_key IS 'One row: the key of the MACs that show which rows this program wrote, wrapped by the master key.';

CREATE TABLE invoice_marks (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  kind text NOT NULL,
  marked_on date NOT NULL,
  reference text NOT NULL,
  marked_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT invoice_marks_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT invoice_marks_kind_check CHECK ((kind = 'sent'::text)),
  CONSTRAINT invoice_marks_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id)
);
COMMENT ON TABLE invoice_marks IS 'What somebody at the desk said about an invoice: that it was sent. Whether it is paid follows from the settlements.';
COMMENT ON COLUMN invoice_marks.marked_on IS 'When it was sent.';
COMMENT ON COLUMN invoice_marks.marked_by IS 'In the form of events.actor.';
CREATE INDEX invoice_marks_by_invoice ON public.invoice_marks USING btree (account_id, invoice_id, created_at);
CREATE TRIGGER invoice_marks_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_marks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE invoice_numbers (
  id boolean DEFAULT true NOT NULL,
  invoice integer DEFAULT 0 NOT NULL,
  credit_note integer DEFAULT 0 NOT NULL,
  CONSTRAINT invoice_numbers_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_numbers_id_check CHECK (id)
);
COMMENT ON TABLE invoice_numbers IS 'One row, the last number of each kind. Whoever takes a number locks it until their transaction ends, so that none is lost or used twice.';

CREATE TABLE invoices (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  number integer NOT NULL,
  month text NOT NULL,
  is_of_account boolean NOT NULL,
  subsidiary_id uuid,
  purchase_order_key bigint,
  credits_id uuid,
  replaces_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  issued_on date NOT NULL,
  due_on date,
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  lines jsonb NOT NULL,
  price_pence bigint NOT NULL,
  fee_pence bigint NOT NULL,
  vat_pence bigint NOT NULL,
  issued_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT invoices_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT invoices_credit_note_credits CHECK (((kind = 'credit_note'::text) = (credits_id IS NOT NULL))),
  CONSTRAINT invoices_invoice_is_due CHECK (((kind = 'invoice'::text) = (due_on IS NOT NULL))),
  CONSTRAINT invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  CONSTRAINT invoices_month_check CHECK ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  CONSTRAINT invoices_number_check CHECK ((number > 0)),
  CONSTRAINT invoices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT invoices_credited FOREIGN KEY (account_id, credits_id) REFERENCES invoices(account_id, id),
  CONSTRAINT invoices_of_a_subsidiary FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id)
);
COMMENT ON TABLE invoices IS 'Invoices and credit notes as they were issued: a row is never changed, whatever is agreed or set afterwards.';
COMMENT ON COLUMN invoices.number IS 'Counts each kind over all accounts, without gaps.';
COMMENT ON COLUMN invoices.month IS 'The month that it charges; of a credit note, that of the invoice that it corrects.';
COMMENT ON COLUMN invoices.is_of_account IS 'False if it is of the orders of one subsidiary, or of those of none where each has its own.';
COMMENT ON COLUMN invoices.purchase_order_key IS 'Where each purchase order has its own invoice, that of its orders, as in checks; null for others.';
COMMENT ON COLUMN invoices.credits_id IS 'The invoice that a credit note corrects.';
COMMENT ON COLUMN invoices.replaces_ids IS 'The invoices that were credited to be issued again, of which it charges something.';
COMMENT ON COLUMN invoices.seller IS 'The operator as it was then: name, address, VAT number and how to pay.';
COMMENT ON COLUMN invoices.buyer IS 'The client as it was then: name, subsidiary, billing address and purchase order.';
COMMENT ON COLUMN invoices.lines IS 'By report type, or what was added by hand, and price: description, quantity, unit price and fee, net, fees and VAT in pence; negative where something is credited.';
COMMENT ON COLUMN invoices.vat_pence IS 'The sum of the VAT of the lines, each rounded to a penny; the credit notes of an invoice have its VAT once all of it is credited.';
COMMENT ON COLUMN invoices.issued_by IS 'In the form of events.actor.';
CREATE INDEX credit_notes_by_invoice ON public.invoices USING btree (account_id, credits_id) WHERE (kind = 'credit_note'::text);
CREATE INDEX invoices_by_day ON public.invoices USING btree (issued_on);
CREATE INDEX invoices_by_month ON public.invoices USING btree (month, account_id);
CREATE UNIQUE INDEX invoices_by_number ON public.invoices USING btree (kind, number);
CREATE UNIQUE INDEX one_invoice_of_a_month ON public.invoices USING btree (account_id, month, subsidiary_id, purchase_order_key, replaces_ids) NULLS NOT DISTINCT WHERE (kind = 'invoice'::text);
CREATE TRIGGER invoices_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE job_role_needs (
  account_id uuid NOT NULL,
  job_role_id integer NOT NULL,
  kinds text[] NOT NULL,
  level text,
  CONSTRAINT job_role_needs_pkey PRIMARY KEY (account_id, job_role_id),
  CONSTRAINT job_role_needs_level_check CHECK ((level = ANY (ARRAY['basic'::text, 'standard'::text, 'enhanced'::text]))),
  CONSTRAINT job_role_needs_account_id_job_role_id_fkey FOREIGN KEY (account_id, job_role_id) REFERENCES job_roles(account_id, id)
);
COMMENT ON TABLE job_role_needs IS 'What whoever has a job role must have in the record of staff, in place of what everybody must have.';
COMMENT ON COLUMN job_role_needs.kinds IS 'The kinds of checks, by the kinds of the record of staff.';
COMMENT ON COLUMN job_role_needs.level IS 'The least that a criminal record must be; null for any.';

CREATE TABLE job_roles (
  account_id uuid NOT NULL,
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  role_title text NOT NULL,
  role_check_type text NOT NULL,
  working_with_vulnerable_adults boolean DEFAULT false NOT NULL,
  working_with_children boolean DEFAULT false NOT NULL,
  working_from_home boolean DEFAULT false NOT NULL,
  vulnerable_adults_in_work_environment boolean DEFAULT false NOT NULL,
  children_in_work_environment boolean DEFAULT false NOT NULL,
  is_volunteer boolean DEFAULT false NOT NULL,
  eligibility jsonb,
  live boolean DEFAULT true NOT NULL,
  CONSTRAINT job_roles_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT job_roles_role_check_type_check CHECK ((role_check_type = ANY (ARRAY['standard'::text, 'enhanced'::text]))),
  CONSTRAINT job_roles_role_title_check CHECK ((role_title <> ''::text)),
  CONSTRAINT job_roles_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE job_roles IS 'The roles that an account orders criminal record checks for.';
COMMENT ON COLUMN job_roles.eligibility IS 'The answers about the role when it was agreed, and the level and barred lists that they allow.';
COMMENT ON COLUMN job_roles.live IS 'Only live roles can be ordered for.';

CREATE TABLE kept_forms (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  sealed_form bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT kept_forms_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE kept_forms IS 'Forms that were sent after their session had ended: shown again to the same user after signing in.';
COMMENT ON COLUMN kept_forms.user_id IS 'Whose page the form stood on, as a proof in the form says; a user of a client or of the desk.';
COMMENT ON COLUMN kept_forms.sealed_form IS 'Encrypted with a key that only the browser of the sender has.';
CREATE INDEX kept_forms_by_end ON public.kept_forms USING btree (expires_at);
CREATE INDEX kept_forms_by_user ON public.kept_forms USING btree (user_id);

CREATE TABLE link_codes (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  subject_id uuid NOT NULL,
  id uuid NOT NULL,
  mark bytea NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  used_at timestamp with time zone,
  typed_by uuid,
  typed_from text,
  CONSTRAINT link_codes_pkey PRIMARY KEY (account_id, environment, subject_id, id),
  CONSTRAINT link_codes_typed_from_check CHECK ((typed_from = ANY (ARRAY['telephone'::text, 'paper'::text]))),
  CONSTRAINT link_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT link_codes_typed_by_fkey FOREIGN KEY (typed_by) REFERENCES desk_users(id)
);
COMMENT ON TABLE link_codes IS 'Codes that were mailed to the holder of a link, or shown at the desk. Only the newest one is valid.';
COMMENT ON COLUMN link_codes.subject_id IS 'What the link opens: a check for its candidate, a reference for its referee.';
COMMENT ON COLUMN link_codes.mark IS 'Keyed hash of the code, under the account''s key.';
COMMENT ON COLUMN link_codes.tries IS 'Raised before the code is compared, so that parallel guesses are all counted.';
COMMENT ON COLUMN link_codes.typed_by IS 'Who of the desk was shown the code, to type the answers of a candidate for them; null for a mailed one.';

CREATE TABLE link_guesses (
  subject text NOT NULL,
  window_started_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  CONSTRAINT link_guesses_pkey PRIMARY KEY (subject)
);
COMMENT ON TABLE link_guesses IS 'The fixed windows of a day that limit the guesses of codes and the mails of fresh links.';
COMMENT ON COLUMN link_guesses.subject IS 'A link, an account or a network address, by what is counted.';
CREATE INDEX link_guesses_by_age ON public.link_guesses USING btree (window_started_at);

CREATE TABLE link_sessions (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  subject_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  typed_by uuid,
  typed_from text,
  CONSTRAINT link_sessions_pkey PRIMARY KEY (account_id, environment, subject_id, token_hash),
  CONSTRAINT link_sessions_typed_from_check CHECK ((typed_from = ANY (ARRAY['telephone'::text, 'paper'::text]))),
  CONSTRAINT link_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT link_sessions_typed_by_fkey FOREIGN KEY (typed_by) REFERENCES desk_users(id)
);
COMMENT ON TABLE link_sessions IS 'Devices that gave the right code. A session is valid for what one link opens.';
COMMENT ON COLUMN link_sessions.token_hash IS 'SHA-256 of the token in the cookie.';
COMMENT ON COLUMN link_sessions.typed_by IS 'Who of the desk types for the candidate on this device; null for the holder of the link.';

CREATE TABLE maintenance_versions (
  id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  welsh text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  is_listed boolean NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT maintenance_versions_pkey PRIMARY KEY (id, version),
  CONSTRAINT maintenance_versions_check CHECK ((ends_at > starts_at))
);
COMMENT ON TABLE maintenance_versions IS 'Each version of a notice of planned maintenance; the newest one counts, and stands on every page until it ends.';
COMMENT ON COLUMN maintenance_versions.id IS 'Of the notice, the same in all versions.';
COMMENT ON COLUMN maintenance_versions.name IS 'What people read beside the times.';
COMMENT ON COLUMN maintenance_versions.welsh IS 'The same for a candidate who reads Welsh; empty if nobody wrote it.';
COMMENT ON COLUMN maintenance_versions.is_listed IS 'False in the version that took the notice back.';
COMMENT ON COLUMN maintenance_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER maintenance_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.maintenance_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE migrations (
  number integer NOT NULL,
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (number)
);
COMMENT ON TABLE migrations IS 'The migrations that ran, each with the checksum of its file.';

CREATE TABLE money_given_alone (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  amount_pence bigint NOT NULL,
  given_by text NOT NULL,
  given_at timestamp with time zone NOT NULL,
  CONSTRAINT money_given_alone_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT money_given_alone_amount_pence_check CHECK ((amount_pence > 0)),
  CONSTRAINT money_given_alone_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE money_given_alone IS 'What one person of the desk gave away without a second person, while the operator sets an amount for which one is needed: a row for each act, so that the sum of a month is judged.';
COMMENT ON COLUMN money_given_alone.amount_pence IS 'As in money_requests.';
COMMENT ON COLUMN money_given_alone.given_by IS 'In the form of events.actor.';
CREATE INDEX money_given_alone_by_person ON public.money_given_alone USING btree (account_id, given_by, given_at);

CREATE TABLE money_requests (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  amount_pence bigint NOT NULL,
  sealed_act bytea NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  decision text,
  sealed_note bytea,
  decided_by text,
  decided_at timestamp with time zone,
  CONSTRAINT money_requests_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT money_requests_amount_pence_check CHECK ((amount_pence > 0)),
  CONSTRAINT money_requests_decided_whole CHECK ((num_nonnulls(decision, sealed_note, decided_by, decided_at) = ANY (ARRAY[0, 4]))),
  CONSTRAINT money_requests_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'sent_back'::text, 'withdrawn'::text]))),
  CONSTRAINT money_requests_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'credit_lines'::text, 'credit_part'::text, 'take_back'::text, 'discount'::text, 'write_off'::text, 'pay_back'::text]))),
  CONSTRAINT money_requests_take_two CHECK (((decision = 'withdrawn'::text) = (decided_by = asked_by))),
  CONSTRAINT money_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE money_requests IS 'What somebody of the desk would give away above the amount for which a second person is needed: nothing of it is done before that person approves.';
COMMENT ON COLUMN money_requests.amount_pence IS 'With VAT: by how much less is owed, or how much is paid back.';
COMMENT ON COLUMN money_requests.sealed_act IS 'What is done once it is approved, and what it is about in words. Encrypted with the account''s key.';
COMMENT ON COLUMN money_requests.asked_by IS 'In the form of events.actor; also decided_by.';
COMMENT ON COLUMN money_requests.sealed_note IS 'What who decided wrote, perhaps nothing. Encrypted with the account''s key.';
CREATE INDEX money_requests_open ON public.money_requests USING btree (account_id) WHERE (decision IS NULL);

CREATE TABLE open_results_links (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  open_until timestamp with time zone NOT NULL,
  CONSTRAINT open_results_links_pkey PRIMARY KEY (account_id, environment, check_id),
  CONSTRAINT open_results_links_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE open_results_links IS 'Until when a results link opens without a key. Only accounts that allow this have rows.';

CREATE TABLE order_changes (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  id uuid NOT NULL,
  sealed_change bytea NOT NULL,
  reason text NOT NULL,
  author text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT order_changes_pkey PRIMARY KEY (account_id, environment, check_id, id),
  CONSTRAINT order_changes_reason_check CHECK ((reason = ANY (ARRAY['job_changed'::text, 'mistyped'::text, 'came_later'::text, 'asked'::text]))),
  CONSTRAINT order_changes_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE order_changes IS 'What of an order was changed after it was placed, by its client or by the desk for it; the order holds what stands.';
COMMENT ON COLUMN order_changes.sealed_change IS 'What stood there before and after, and what was added to the reason, sealed with the key of the applicant.';
COMMENT ON COLUMN order_changes.author IS 'An actor, written as in events.';
CREATE TRIGGER order_changes_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE order_link_candidates (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  order_link_id uuid NOT NULL,
  email_mark bytea NOT NULL,
  sealed_person bytea,
  given_at timestamp with time zone NOT NULL,
  bulk_order_id uuid,
  row_number integer,
  CONSTRAINT order_link_candidates_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT order_link_candidates_account_id_environment_order_link_id__key UNIQUE (account_id, environment, order_link_id, email_mark),
  CONSTRAINT order_link_candidates_in_a_row CHECK (((bulk_order_id IS NULL) = (row_number IS NULL))),
  CONSTRAINT order_link_candidates_account_id_environment_bulk_order_id_fkey FOREIGN KEY (account_id, environment, bulk_order_id, row_number) REFERENCES bulk_order_rows(account_id, environment, bulk_order_id, row_number) ON DELETE SET NULL (bulk_order_id, row_number),
  CONSTRAINT order_link_candidates_account_id_environment_order_link_id_fkey FOREIGN KEY (account_id, environment, order_link_id) REFERENCES order_links(account_id, environment, id) ON DELETE CASCADE
);
COMMENT ON TABLE order_link_candidates IS 'Candidates who gave their names by a link, before and after the client ordered for them.';
COMMENT ON COLUMN order_link_candidates.email_mark IS 'Keyed hash of the email address, so that nobody stands there twice; of who was erased, the id instead.';
COMMENT ON COLUMN order_link_candidates.sealed_person IS 'Name, date of birth and email address, encrypted with the account''s key; null once the order has them.';
COMMENT ON COLUMN order_link_candidates.bulk_order_id IS 'With row_number, the order that was released; null while the candidate waits.';
CREATE INDEX order_link_candidates_by_row ON public.order_link_candidates USING btree (account_id, environment, bulk_order_id, row_number) WHERE (bulk_order_id IS NOT NULL);
CREATE INDEX order_link_candidates_named ON public.order_link_candidates USING btree (given_at) WHERE (sealed_person IS NOT NULL);

CREATE TABLE order_links (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid,
  created_by uuid NOT NULL,
  sealed_details bytea NOT NULL,
  last_day date NOT NULL,
  most_candidates integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  stopped_at timestamp with time zone,
  CONSTRAINT order_links_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT order_links_of_a_subsidiary FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id),
  CONSTRAINT order_links_of_a_user FOREIGN KEY (account_id, created_by) REFERENCES users(account_id, id)
);
COMMENT ON TABLE order_links IS 'Links that candidates open to give their names; a client then orders for them.';
COMMENT ON COLUMN order_links.subsidiary_id IS 'The subsidiary that the orders are for; null for the whole account.';
COMMENT ON COLUMN order_links.sealed_details IS 'Its name, and what is ordered as the inputs of the order form say it, encrypted with the account''s key.';
COMMENT ON COLUMN order_links.last_day IS 'In the UK, of the account''s clock.';
COMMENT ON COLUMN order_links.most_candidates IS 'So many may give their names; those whom the client refuses do not count.';

CREATE TABLE order_mails (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  orders text DEFAULT 'own'::text NOT NULL,
  service_review boolean DEFAULT false NOT NULL,
  summary text DEFAULT 'never'::text NOT NULL,
  late_checks boolean DEFAULT false NOT NULL,
  CONSTRAINT order_mails_pkey PRIMARY KEY (account_id, user_id),
  CONSTRAINT order_mails_orders_check CHECK ((orders = ANY (ARRAY['own'::text, 'all'::text, 'none'::text]))),
  CONSTRAINT order_mails_summary_check CHECK ((summary = ANY (ARRAY['never'::text, 'daily'::text, 'weekly'::text]))),
  CONSTRAINT order_mails_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id)
);
COMMENT ON TABLE order_mails IS 'Of which orders a user gets mails; of their own where there is no row.';
COMMENT ON COLUMN order_mails.service_review IS 'Whether they get a link to the service review of each month.';
COMMENT ON COLUMN order_mails.summary IS 'How often one mail says how many orders wait for them, and how many were completed.';
COMMENT ON COLUMN order_mails.late_checks IS 'Whether one mail at the beginning of a week says how many checks are overdue.';

CREATE TABLE organisation_versions (
  id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  department text NOT NULL,
  email text NOT NULL,
  telephone text NOT NULL,
  found_by text NOT NULL,
  remarks text NOT NULL,
  is_listed boolean NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT organisation_versions_pkey PRIMARY KEY (id, version)
);
COMMENT ON TABLE organisation_versions IS 'Each version of an entry of the directory; the newest one counts. Saving an entry confirms its contact.';
COMMENT ON COLUMN organisation_versions.id IS 'Of the entry, the same in all its versions.';
COMMENT ON COLUMN organisation_versions.name_key IS 'The words of the name that tell organisations apart.';
COMMENT ON COLUMN organisation_versions.found_by IS 'Where the contact was found, and how it was confirmed.';
COMMENT ON COLUMN organisation_versions.is_listed IS 'False in the version that took the entry out of the directory.';
COMMENT ON COLUMN organisation_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER organisation_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.organisation_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE outgoing_certificates (
  host text NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT outgoing_certificates_pkey PRIMARY KEY (host)
);
COMMENT ON TABLE outgoing_certificates IS 'The end of the certificate of each address that the operator made the program call, as it was last seen.';

CREATE TABLE package_items (
  account_id uuid NOT NULL,
  package_id integer NOT NULL,
  report_type_id integer NOT NULL,
  quantity smallint DEFAULT 1 NOT NULL,
  options jsonb,
  CONSTRAINT package_items_pkey PRIMARY KEY (account_id, package_id, report_type_id),
  CONSTRAINT package_items_quantity_check CHECK ((quantity > 0)),
  CONSTRAINT package_items_account_id_package_id_fkey FOREIGN KEY (account_id, package_id) REFERENCES packages(account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE package_items IS 'The report types of a package, how many of each, and with which options.';

CREATE TABLE packages (
  account_id uuid NOT NULL,
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  price_pence integer,
  subsidiary_ids uuid[],
  standard text,
  CONSTRAINT packages_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT packages_account_id_name_key UNIQUE (account_id, name),
  CONSTRAINT packages_name_check CHECK ((name <> ''::text)),
  CONSTRAINT packages_price_pence_check CHECK ((price_pence >= 0)),
  CONSTRAINT packages_subsidiary_ids_check CHECK (((subsidiary_ids <> '{}'::uuid[]) AND (array_position(subsidiary_ids, NULL::uuid) IS NULL))),
  CONSTRAINT packages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE packages IS 'Named sets of report types that an account orders together in interface v1.';
COMMENT ON COLUMN packages.price_pence IS 'Of an order of it, without VAT and fees, instead of the prices of its reports; null if these apply.';
COMMENT ON COLUMN packages.subsidiary_ids IS 'The subsidiaries that order it; null for all, and orders of the whole account.';
COMMENT ON COLUMN packages.standard IS 'The standard of the trade that it was made from, by its id; null for any other.';

CREATE TABLE payment_reminders (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  step_days smallint,
  sent_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_reminders_pkey PRIMARY KEY (account_id, id, invoice_id),
  CONSTRAINT payment_reminders_step_days_check CHECK ((step_days > 0)),
  CONSTRAINT payment_reminders_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id)
);
COMMENT ON TABLE payment_reminders IS 'The mails that reminded a client of what is overdue: one row for each invoice that a mail named.';
COMMENT ON COLUMN payment_reminders.id IS 'Of the mail.';
COMMENT ON COLUMN payment_reminders.step_days IS 'How many days overdue the invoice had to be, by the settings; null where the mail named it besides.';
COMMENT ON COLUMN payment_reminders.sent_by IS 'In the form of events.actor.';
CREATE UNIQUE INDEX payment_reminders_once_at_a_step ON public.payment_reminders USING btree (account_id, invoice_id, step_days);
CREATE TRIGGER payment_reminders_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_reminders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE period_verifications (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  takes_back uuid,
  sealed_verification bytea NOT NULL,
  author text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT period_verifications_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT period_verifications_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id),
  CONSTRAINT period_verifications_account_id_environment_takes_back_fkey FOREIGN KEY (account_id, environment, takes_back) REFERENCES period_verifications(account_id, environment, id)
);
COMMENT ON TABLE period_verifications IS 'What confirms a period that the candidate stated beside references: each one stays as it was recorded.';
COMMENT ON COLUMN period_verifications.report_id IS 'The report on whose page a screener recorded it.';
COMMENT ON COLUMN period_verifications.takes_back IS 'The verification that this row takes back; null for a verification.';
COMMENT ON COLUMN period_verifications.sealed_verification IS 'The period, the source, the evidence and a note, or why it is taken back, encrypted with the applicant''s key.';
COMMENT ON COLUMN period_verifications.author IS 'An actor, written as in events.';
CREATE INDEX period_verifications_of_report ON public.period_verifications USING btree (account_id, environment, report_id, recorded_at, id);
CREATE UNIQUE INDEX period_verifications_taken_back ON public.period_verifications USING btree (account_id, environment, takes_back) WHERE (takes_back IS NOT NULL);
CREATE TRIGGER period_verifications_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.period_verifications FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE person_files (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  applicant_id uuid NOT NULL,
  file_id uuid NOT NULL,
  kind text NOT NULL,
  size bigint NOT NULL,
  sealed_facts bytea NOT NULL,
  verdict text NOT NULL,
  added_by text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT person_files_pkey PRIMARY KEY (account_id, environment, applicant_id, file_id),
  CONSTRAINT person_files_kind_check CHECK ((kind = ANY (ARRAY['agency_confirmation'::text, 'earlier_screening'::text]))),
  CONSTRAINT person_files_size_check CHECK ((size >= 0)),
  CONSTRAINT person_files_verdict_check CHECK ((verdict = ANY (ARRAY['clean'::text, 'not_scanned'::text]))),
  CONSTRAINT person_files_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id) ON DELETE CASCADE
);
COMMENT ON TABLE person_files IS 'Files that a client put with a person, and with none of their orders. They are erased with the person.';
COMMENT ON COLUMN person_files.sealed_facts IS 'File name and hash, encrypted with the applicant''s key, as the file is.';
COMMENT ON COLUMN person_files.verdict IS 'What the virus scanner said; `not_scanned` where none is configured.';
COMMENT ON COLUMN person_files.added_by IS 'An actor, written as in events.';
CREATE UNIQUE INDEX person_files_by_file ON public.person_files USING btree (file_id);

CREATE TABLE person_places (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  applicant_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  starts_on date,
  ends_on date,
  sealed_job bytea NOT NULL,
  job_keys bigint[] NOT NULL,
  stated_by text NOT NULL,
  stated_at timestamp with time zone NOT NULL,
  CONSTRAINT person_places_pkey PRIMARY KEY (account_id, environment, applicant_id, subsidiary_id),
  CONSTRAINT person_places_check CHECK ((ends_on >= starts_on)),
  CONSTRAINT person_places_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id) ON DELETE CASCADE,
  CONSTRAINT person_places_account_id_subsidiary_id_fkey FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id)
);
COMMENT ON TABLE person_places IS 'Where a person works, as the client says, at subsidiaries that none of their orders says. Who sees the subsidiary sees the person.';
COMMENT ON COLUMN person_places.starts_on IS 'The first day there; null if nobody said it.';
COMMENT ON COLUMN person_places.ends_on IS 'The last day there, never one to come; null while they work there.';
COMMENT ON COLUMN person_places.sealed_job IS 'The job there, which may be empty. Encrypted with the applicant''s key.';
COMMENT ON COLUMN person_places.job_keys IS 'Blind keys of the job.';
COMMENT ON COLUMN person_places.stated_by IS 'In the form of events.actor: who added it, or changed it last.';
CREATE INDEX person_places_of_subsidiary ON public.person_places USING btree (account_id, environment, subsidiary_id);

CREATE TABLE provider_choices (
  account_id uuid NOT NULL,
  report_type_id integer NOT NULL,
  providers text[] NOT NULL,
  person_releases text NOT NULL,
  CONSTRAINT provider_choices_pkey PRIMARY KEY (account_id, report_type_id),
  CONSTRAINT provider_choices_person_releases_check CHECK ((person_releases = ANY (ARRAY['everything'::text, 'not_clear'::text]))),
  CONSTRAINT provider_choices_providers_check CHECK ((cardinality(providers) > 0)),
  CONSTRAINT provider_choices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE provider_choices IS 'Which providers answer the account''s live reports of a type; where there is no row, a person does.';
COMMENT ON COLUMN provider_choices.providers IS 'In the order in which they are asked; after the last a person is.';
COMMENT ON COLUMN provider_choices.person_releases IS 'Which results of providers a person of the desk releases.';

CREATE TABLE provider_connections (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  types text[] NOT NULL,
  countries text[],
  facts text[] NOT NULL,
  person_decides boolean NOT NULL,
  asks_candidate boolean NOT NULL,
  timeout_ms integer NOT NULL,
  answers_within_hours integer NOT NULL,
  calls_per_minute integer,
  cost_pence integer NOT NULL,
  sealed_secret bytea NOT NULL,
  sealed_previous_secret bytea,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT provider_connections_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT provider_connections_answers_within_hours_check CHECK ((answers_within_hours > 0)),
  CONSTRAINT provider_connections_calls_per_minute_check CHECK ((calls_per_minute > 0)),
  CONSTRAINT provider_connections_cost_pence_check CHECK ((cost_pence >= 0)),
  CONSTRAINT provider_connections_previous_secret CHECK (((sealed_previous_secret IS NULL) = (previous_secret_until IS NULL))),
  CONSTRAINT provider_connections_timeout_ms_check CHECK ((timeout_ms > 0)),
  CONSTRAINT provider_connections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE provider_connections IS 'Providers of an account that speak the documented signed protocol.';
COMMENT ON COLUMN provider_connections.countries IS 'Three-letter codes; null for every country.';
COMMENT ON COLUMN provider_connections.facts IS 'Paths of the facts that it receives.';
COMMENT ON COLUMN provider_connections.asks_candidate IS 'Whether it may send candidates to a page of its own.';
COMMENT ON COLUMN provider_connections.sealed_secret IS 'Signs requests and callbacks; encrypted with the account''s key.';
CREATE UNIQUE INDEX one_provider_connection_by_name ON public.provider_connections USING btree (account_id, name) WHERE (ended_at IS NULL);

CREATE TABLE provider_costs (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  provider text NOT NULL,
  asked_on date NOT NULL,
  cost_pence integer NOT NULL,
  CONSTRAINT provider_costs_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT provider_costs_cost_pence_check CHECK ((cost_pence > 0)),
  CONSTRAINT provider_costs_environment_check CHECK (((environment)::text = 'live'::text)),
  CONSTRAINT provider_costs_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE provider_costs IS 'What each live request of a provider cost: it stays when the exchange is deleted.';
COMMENT ON COLUMN provider_costs.id IS 'That of the exchange.';
COMMENT ON COLUMN provider_costs.asked_on IS 'The day in the UK.';
CREATE INDEX provider_costs_by_day ON public.provider_costs USING btree (account_id, environment, asked_on) INCLUDE (cost_pence);

CREATE TABLE provider_exchanges (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  provider text NOT NULL,
  kind text NOT NULL,
  outcome text NOT NULL,
  reason text,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  cost_pence integer NOT NULL,
  sealed_content bytea NOT NULL,
  CONSTRAINT provider_exchanges_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT provider_exchanges_kind_check CHECK ((kind = ANY (ARRAY['request'::text, 'poll'::text, 'callback'::text, 'cancel'::text, 'recheck'::text]))),
  CONSTRAINT provider_exchanges_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE provider_exchanges IS 'Every exchange with a provider, whatever came of it.';
COMMENT ON COLUMN provider_exchanges.outcome IS 'What it meant for the report, of a closed list.';
COMMENT ON COLUMN provider_exchanges.sealed_content IS 'What was sent and what came back, encrypted with the applicant''s key.';
CREATE INDEX provider_exchanges_by_age ON public.provider_exchanges USING btree (started_at);
CREATE INDEX provider_exchanges_of_a_report ON public.provider_exchanges USING btree (account_id, environment, report_id, started_at);

CREATE TABLE provider_health (
  provider text NOT NULL,
  free_at timestamp with time zone,
  consecutive_failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp with time zone,
  open_until timestamp with time zone,
  pauses integer DEFAULT 0 NOT NULL,
  CONSTRAINT provider_health_pkey PRIMARY KEY (provider)
);
COMMENT ON TABLE provider_health IS 'The circuit breaker and the rate limit of each provider, over all accounts and processes; of a connection by its id.';
COMMENT ON COLUMN provider_health.free_at IS 'Until when the rate limit is used up, apart from the burst that it allows.';

CREATE TABLE provider_requests (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  report_id uuid NOT NULL,
  provider text NOT NULL,
  status text NOT NULL,
  reference text,
  attempts smallint NOT NULL,
  began_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  next_at timestamp with time zone,
  CONSTRAINT provider_requests_pkey PRIMARY KEY (account_id, environment, report_id, provider),
  CONSTRAINT provider_requests_status_check CHECK ((status = ANY (ARRAY['asking'::text, 'accepted'::text, 'answered'::text, 'person_needed'::text, 'given_up'::text, 'cancelling'::text, 'cancelled'::text]))),
  CONSTRAINT provider_requests_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE provider_requests IS 'What each provider was asked about a report, and how far that is.';
COMMENT ON COLUMN provider_requests.reference IS 'The provider''s own name of the request.';
COMMENT ON COLUMN provider_requests.attempts IS 'Failed ones since the last that succeeded.';
COMMENT ON COLUMN provider_requests.next_at IS 'When it is looked at next; null where nothing is to be done.';

CREATE TABLE purchase_orders (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number text NOT NULL,
  number_key bigint NOT NULL,
  name text NOT NULL,
  valid_from date,
  valid_until date,
  limit_pence bigint,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT purchase_orders_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT purchase_orders_account_id_number_key_key UNIQUE (account_id, number_key),
  CONSTRAINT purchase_orders_check CHECK ((valid_until >= valid_from)),
  CONSTRAINT purchase_orders_limit_pence_check CHECK ((limit_pence > 0)),
  CONSTRAINT purchase_orders_name_check CHECK ((length(name) <= 100)),
  CONSTRAINT purchase_orders_number_check CHECK (((length(number) >= 1) AND (length(number) <= 50))),
  CONSTRAINT purchase_orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE purchase_orders IS 'The purchase orders that a client agreed to: where there are any, its order entry takes no others.';
COMMENT ON COLUMN purchase_orders.number_key IS 'As purchase_order_key of checks.';
COMMENT ON COLUMN purchase_orders.limit_pence IS 'What all charges of its orders together may come to, without VAT; null without a limit. More is a warning, and stops nothing.';

CREATE TABLE quality_finding_steps (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  finding_id uuid NOT NULL,
  step text NOT NULL,
  number smallint NOT NULL,
  sealed_text bytea NOT NULL,
  taken_by uuid NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT quality_finding_steps_pkey PRIMARY KEY (account_id, environment, finding_id, number),
  CONSTRAINT quality_finding_steps_check CHECK ((number =
CASE step
    WHEN 'appealed'::text THEN 1
    ELSE 2
END)),
  CONSTRAINT quality_finding_steps_step_check CHECK ((step = ANY (ARRAY['appealed'::text, 'upheld'::text, 'withdrawn'::text]))),
  CONSTRAINT quality_finding_steps_account_id_environment_finding_id_fkey FOREIGN KEY (account_id, environment, finding_id) REFERENCES quality_findings(account_id, environment, id),
  CONSTRAINT quality_finding_steps_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES desk_users(id)
);
COMMENT ON TABLE quality_finding_steps IS 'The appeal of a screener against a finding, and what somebody else decided about it. A finding is appealed once.';
COMMENT ON COLUMN quality_finding_steps.sealed_text IS 'Why, encrypted with the applicant''s key.';
CREATE TRIGGER quality_finding_steps_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.quality_finding_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE quality_findings (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  review_version smallint NOT NULL,
  "position" smallint NOT NULL,
  code text NOT NULL,
  severity text NOT NULL,
  sealed_text bytea NOT NULL,
  CONSTRAINT quality_findings_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT quality_findings_account_id_environment_report_id_review_ve_key UNIQUE (account_id, environment, report_id, review_version, "position"),
  CONSTRAINT quality_findings_severity_check CHECK ((severity = ANY (ARRAY['minor'::text, 'major'::text, 'critical'::text]))),
  CONSTRAINT quality_findings_account_id_environment_report_id_review_v_fkey FOREIGN KEY (account_id, environment, report_id, review_version) REFERENCES quality_reviews(account_id, environment, report_id, version)
);
COMMENT ON TABLE quality_findings IS 'The errors that a review found. Those of its newest version count, unless they are withdrawn.';
COMMENT ON COLUMN quality_findings.code IS 'The type of error, of error_type_versions.';
COMMENT ON COLUMN quality_findings.sealed_text IS 'What is wrong, encrypted with the applicant''s key.';
CREATE TRIGGER quality_findings_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.quality_findings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE quality_programme_versions (
  version integer NOT NULL,
  percent smallint NOT NULL,
  period text NOT NULL,
  with_approved boolean NOT NULL,
  trained_after smallint NOT NULL,
  trained_below smallint NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT quality_programme_versions_pkey PRIMARY KEY (version),
  CONSTRAINT quality_programme_versions_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  CONSTRAINT quality_programme_versions_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text]))),
  CONSTRAINT quality_programme_versions_trained_after_check CHECK (((trained_after >= 0) AND (trained_after <= 1000))),
  CONSTRAINT quality_programme_versions_trained_below_check CHECK (((trained_below >= 0) AND (trained_below <= 100))),
  CONSTRAINT quality_programme_versions_version_check CHECK ((version > 0))
);
COMMENT ON TABLE quality_programme_versions IS 'Each version of how completed reports are drawn for review, for the desk as a whole; the newest one counts.';
COMMENT ON COLUMN quality_programme_versions.percent IS 'Of what each person completed in a period; one report at least, unless it is 0.';
COMMENT ON COLUMN quality_programme_versions.with_approved IS 'Whether reports that a reviewer approved are drawn, too.';
COMMENT ON COLUMN quality_programme_versions.trained_after IS 'After how many reports that a reviewer looked at the end of a training is suggested; 0 for never.';
COMMENT ON COLUMN quality_programme_versions.trained_below IS 'The greatest percentage of them with an error for that.';
COMMENT ON COLUMN quality_programme_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER quality_programme_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.quality_programme_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE quality_reviews (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  report_id uuid NOT NULL,
  version smallint NOT NULL,
  reviewer_id uuid NOT NULL,
  sealed_praise bytea,
  reviewed_at timestamp with time zone NOT NULL,
  CONSTRAINT quality_reviews_pkey PRIMARY KEY (account_id, environment, report_id, version),
  CONSTRAINT quality_reviews_version_check CHECK ((version > 0)),
  CONSTRAINT quality_reviews_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES quality_samples(account_id, environment, report_id),
  CONSTRAINT quality_reviews_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE quality_reviews IS 'What a reviewer found in a report that was drawn. A correction is a new version, and the newest one counts.';
COMMENT ON COLUMN quality_reviews.sealed_praise IS 'What was done well, encrypted with the applicant''s key; null if nothing is said.';
CREATE INDEX quality_reviews_by_reviewer ON public.quality_reviews USING btree (reviewer_id, environment, reviewed_at);
CREATE TRIGGER quality_reviews_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.quality_reviews FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE quality_samples (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  report_id uuid NOT NULL,
  version smallint NOT NULL,
  screener_id uuid NOT NULL,
  period_from date,
  period_to date,
  drawn_by text NOT NULL,
  drawn_at timestamp with time zone NOT NULL,
  CONSTRAINT quality_samples_pkey PRIMARY KEY (account_id, environment, report_id),
  CONSTRAINT quality_samples_check CHECK (((period_from IS NULL) = (period_to IS NULL))),
  CONSTRAINT quality_samples_account_id_environment_report_id_version_fkey FOREIGN KEY (account_id, environment, report_id, version) REFERENCES report_outcomes(account_id, environment, report_id, version),
  CONSTRAINT quality_samples_screener_id_fkey FOREIGN KEY (screener_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE quality_samples IS 'Completed reports that were drawn for a review of their quality. A report is drawn once.';
COMMENT ON COLUMN quality_samples.version IS 'The version of the outcome that was delivered first, which is reviewed.';
COMMENT ON COLUMN quality_samples.screener_id IS 'Who gave that version.';
COMMENT ON COLUMN quality_samples.period_from IS 'The first day of the period of which it was drawn; null if somebody chose it by hand.';
COMMENT ON COLUMN quality_samples.period_to IS 'The last day of that period.';
COMMENT ON COLUMN quality_samples.drawn_by IS 'An actor, written as in events.';
CREATE INDEX quality_samples_by_time ON public.quality_samples USING btree (environment, drawn_at);
CREATE INDEX quality_samples_of_a_person ON public.quality_samples USING btree (screener_id, environment, period_from);
CREATE TRIGGER quality_samples_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.quality_samples FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE quarantined_files (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  file_id uuid NOT NULL,
  check_id uuid NOT NULL,
  file_token uuid NOT NULL,
  size bigint NOT NULL,
  sealed_facts bytea NOT NULL,
  threat text NOT NULL,
  uploaded_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT quarantined_files_pkey PRIMARY KEY (account_id, environment, file_id),
  CONSTRAINT quarantined_files_size_check CHECK ((size >= 0)),
  CONSTRAINT quarantined_files_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE quarantined_files IS 'Files in which the virus scanner found something. They are kept encrypted for the operator, and are never listed or served.';
COMMENT ON COLUMN quarantined_files.threat IS 'The virus scanner''s name for what it found.';
CREATE INDEX quarantined_files_by_check ON public.quarantined_files USING btree (account_id, environment, check_id);
CREATE UNIQUE INDEX quarantined_files_by_file ON public.quarantined_files USING btree (file_id);

CREATE TABLE queries (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  check_id uuid NOT NULL,
  report_id uuid NOT NULL,
  addressee text NOT NULL,
  kind text NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  sealed_text bytea NOT NULL,
  sealed_step bytea,
  sealed_answer bytea,
  asked_by text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  due_on date NOT NULL,
  chases smallint DEFAULT 0 NOT NULL,
  exhausted_at timestamp with time zone,
  ended_by text,
  ended_at timestamp with time zone,
  CONSTRAINT queries_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT queries_addressee_check CHECK ((addressee = ANY (ARRAY['candidate'::text, 'client'::text]))),
  CONSTRAINT queries_check CHECK ((((status = 'open'::text) = (ended_at IS NULL)) AND ((ended_at IS NULL) = (ended_by IS NULL)))),
  CONSTRAINT queries_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'withdrawn'::text]))),
  CONSTRAINT queries_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT queries_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE queries IS 'What a screener asks a candidate or a client about a report, which is paused meanwhile.';
COMMENT ON COLUMN queries.kind IS 'Of a closed list.';
COMMENT ON COLUMN queries.sealed_text IS 'What is asked, encrypted with the applicant''s key.';
COMMENT ON COLUMN queries.sealed_step IS 'The link to another service where the candidate has something to do, encrypted with the applicant''s key.';
COMMENT ON COLUMN queries.sealed_answer IS 'The answer, or what was typed of it so far; encrypted with the applicant''s key.';
COMMENT ON COLUMN queries.asked_by IS 'An actor, written as in events; also ended_by.';
COMMENT ON COLUMN queries.chases IS 'How often the addressee has been chased.';
COMMENT ON COLUMN queries.exhausted_at IS 'When the last chase had stayed without an answer for as long as the others.';
CREATE INDEX open_queries_to_clients ON public.queries USING btree (account_id, environment, asked_at) WHERE ((status = 'open'::text) AND (addressee = 'client'::text));
CREATE INDEX queries_of_check ON public.queries USING btree (account_id, environment, check_id, asked_at);
CREATE INDEX queries_of_report ON public.queries USING btree (account_id, environment, report_id);

CREATE TABLE query_files (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  query_id uuid NOT NULL,
  file_token uuid NOT NULL,
  is_answer boolean NOT NULL,
  CONSTRAINT query_files_pkey PRIMARY KEY (account_id, environment, query_id, file_token),
  CONSTRAINT query_files_account_id_environment_file_token_fkey FOREIGN KEY (account_id, environment, file_token) REFERENCES attachments(account_id, environment, file_token) ON DELETE CASCADE,
  CONSTRAINT query_files_account_id_environment_query_id_fkey FOREIGN KEY (account_id, environment, query_id) REFERENCES queries(account_id, environment, id)
);
COMMENT ON TABLE query_files IS 'Files of the order that belong to a query or to its answer.';
CREATE INDEX query_files_by_file ON public.query_files USING btree (account_id, environment, file_token);

CREATE TABLE quotes (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  version integer NOT NULL,
  status text NOT NULL,
  valid_until date NOT NULL,
  sealed_content bytea NOT NULL,
  sent_on date,
  ended_on date,
  opened_account_id uuid,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT quotes_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT quotes_account_id_number_version_key UNIQUE (account_id, number, version),
  CONSTRAINT quotes_ended_whole CHECK (((status = ANY (ARRAY['draft'::text, 'sent'::text])) = (ended_on IS NULL))),
  CONSTRAINT quotes_opened_when_accepted CHECK (((opened_account_id IS NULL) OR (status = 'accepted'::text))),
  CONSTRAINT quotes_sent_once_out CHECK (((status = 'draft'::text) = (sent_on IS NULL))),
  CONSTRAINT quotes_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text, 'accepted'::text, 'declined'::text, 'replaced'::text]))),
  CONSTRAINT quotes_version_check CHECK ((version > 0)),
  CONSTRAINT quotes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT quotes_opened_account_id_fkey FOREIGN KEY (opened_account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE quotes IS 'Prices that were offered to somebody who is no client yet, a row for each version.';
COMMENT ON COLUMN quotes.account_id IS 'The house standard that it was made from.';
COMMENT ON COLUMN quotes.number IS 'The same in all versions. Numbers of deleted quotes are not given again.';
COMMENT ON COLUMN quotes.sealed_content IS 'The prospect and their contact, what is offered and on which terms. Encrypted with the key of the house standard.';
COMMENT ON COLUMN quotes.ended_on IS 'The UK day on which it was accepted, declined or replaced by a newer version.';
COMMENT ON COLUMN quotes.opened_account_id IS 'The account that was made from it.';
COMMENT ON COLUMN quotes.author IS 'In the form of events.actor.';
CREATE UNIQUE INDEX quotes_of_account ON public.quotes USING btree (opened_account_id);

CREATE TABLE receipts (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  received_on date NOT NULL,
  amount_pence bigint NOT NULL,
  method text NOT NULL,
  sealed_reference bytea NOT NULL,
  recorded_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT receipts_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT receipts_amount_pence_check CHECK ((amount_pence > 0)),
  CONSTRAINT receipts_method_check CHECK ((method = ANY (ARRAY['bank_transfer'::text, 'card'::text, 'direct_debit'::text, 'cheque'::text, 'write_off'::text]))),
  CONSTRAINT receipts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE receipts IS 'Money that came in from a client, as it was recorded: a row is never changed, and is taken back by another.';
COMMENT ON COLUMN receipts.method IS 'Of a write-off, no money came in: it takes off what cannot be collected.';
COMMENT ON COLUMN receipts.sealed_reference IS 'As the payment has it: a bank may name who paid. Sealed with the key of the account.';
COMMENT ON COLUMN receipts.recorded_by IS 'In the form of events.actor.';
CREATE INDEX receipts_by_day ON public.receipts USING btree (account_id, received_on);
CREATE TRIGGER receipts_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE receipts_taken_back (
  account_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  reason text NOT NULL,
  taken_back_on date NOT NULL,
  taken_back_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT receipts_taken_back_pkey PRIMARY KEY (account_id, receipt_id),
  CONSTRAINT receipts_taken_back_reason_check CHECK ((reason = ANY (ARRAY['returned'::text, 'twice'::text, 'other_account'::text, 'no_client'::text, 'mistyped'::text, 'paid_after_all'::text]))),
  CONSTRAINT receipts_taken_back_account_id_receipt_id_fkey FOREIGN KEY (account_id, receipt_id) REFERENCES receipts(account_id, id)
);
COMMENT ON TABLE receipts_taken_back IS 'That a receipt does not count any more, and why. What was set against invoices from it is taken back with it.';
COMMENT ON COLUMN receipts_taken_back.taken_back_by IS 'In the form of events.actor.';
CREATE TRIGGER receipts_taken_back_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.receipts_taken_back FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE reference_attempts (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  reference_id uuid NOT NULL,
  came_of text NOT NULL,
  sealed_attempt bytea NOT NULL,
  next_on date,
  author text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT reference_attempts_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT reference_attempts_came_of_check CHECK ((came_of = ANY (ARRAY['no_answer'::text, 'voicemail'::text, 'engaged'::text, 'wrong_number'::text, 'call_back'::text, 'refused'::text]))),
  CONSTRAINT reference_attempts_account_id_environment_reference_id_fkey FOREIGN KEY (account_id, environment, reference_id) REFERENCES report_references(account_id, environment, id)
);
COMMENT ON TABLE reference_attempts IS 'Calls to referees that led to no answers: each one stays as it was logged.';
COMMENT ON COLUMN reference_attempts.sealed_attempt IS 'The number that was called, and a note, encrypted with the applicant''s key.';
COMMENT ON COLUMN reference_attempts.next_on IS 'When somebody tries again. The newest attempt counts.';
COMMENT ON COLUMN reference_attempts.author IS 'An actor, written as in events.';
CREATE INDEX reference_attempts_of_reference ON public.reference_attempts USING btree (account_id, environment, reference_id, made_at, id);
CREATE TRIGGER reference_attempts_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reference_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE reference_uses (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  reference_id uuid NOT NULL,
  report_id uuid NOT NULL,
  taken_over_at timestamp with time zone NOT NULL,
  taken_over_unauthenticated boolean NOT NULL,
  CONSTRAINT reference_uses_pkey PRIMARY KEY (account_id, environment, reference_id, report_id),
  CONSTRAINT reference_uses_account_id_environment_reference_id_fkey FOREIGN KEY (account_id, environment, reference_id) REFERENCES report_references(account_id, environment, id),
  CONSTRAINT reference_uses_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE reference_uses IS 'Take-overs of a reference into the outcomes of other reports of its order than the one that asked.';
COMMENT ON COLUMN reference_uses.taken_over_unauthenticated IS 'Whether it was ever taken over there while nobody had authenticated the referee.';
CREATE INDEX reference_uses_of_report ON public.reference_uses USING btree (account_id, environment, report_id);

CREATE TABLE renewal_plans (
  account_id uuid NOT NULL,
  package_id integer,
  job_role_id integer,
  report_type_id integer NOT NULL,
  months smallint NOT NULL,
  job_keys bigint[],
  CONSTRAINT renewal_plans_once UNIQUE NULLS NOT DISTINCT (account_id, report_type_id, package_id, job_role_id),
  CONSTRAINT renewal_plans_months_check CHECK ((months >= 0)),
  CONSTRAINT renewal_plans_of_a_role_have_keys CHECK (((job_role_id IS NULL) = (job_keys IS NULL))),
  CONSTRAINT renewal_plans_of_one CHECK ((num_nonnulls(package_id, job_role_id) = 1)),
  CONSTRAINT renewal_plans_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT renewal_plans_of_a_job_role FOREIGN KEY (account_id, job_role_id) REFERENCES job_roles(account_id, id),
  CONSTRAINT renewal_plans_of_a_package FOREIGN KEY (account_id, package_id) REFERENCES packages(account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE renewal_plans IS 'After how many months the reports of one package, or of people of one job role, are due for renewal, where that differs from what the account has for the report type. A job role comes before a package.';
COMMENT ON COLUMN renewal_plans.months IS '0 if the report is not renewed.';
COMMENT ON COLUMN renewal_plans.job_keys IS 'Blind keys of the job role, live and test, by which its orders are found: its number, and its title as a job is called.';

CREATE TABLE reopened_charges (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  about_id uuid NOT NULL,
  kind text NOT NULL,
  number smallint NOT NULL,
  invoice_id uuid NOT NULL,
  credit_note_id uuid NOT NULL,
  CONSTRAINT reopened_charges_pkey PRIMARY KEY (account_id, environment, about_id, kind, number, invoice_id),
  CONSTRAINT reopened_charges_account_id_credit_note_id_fkey FOREIGN KEY (account_id, credit_note_id) REFERENCES invoices(account_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT reopened_charges_account_id_environment_about_id_kind_numb_fkey FOREIGN KEY (account_id, environment, about_id, kind, number) REFERENCES charges(account_id, environment, about_id, kind, number),
  CONSTRAINT reopened_charges_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id)
);
COMMENT ON TABLE reopened_charges IS 'The lines of the ledger that stood on an invoice which was credited in full to be issued again: they are open to be invoiced since.';
COMMENT ON COLUMN reopened_charges.invoice_id IS 'On which the line stood: that invoice, or an earlier credit note of it.';
COMMENT ON COLUMN reopened_charges.credit_note_id IS 'That credited what was left of the invoice.';
CREATE INDEX reopened_charges_by_credit_note ON public.reopened_charges USING btree (account_id, credit_note_id);
CREATE INDEX reopened_charges_by_invoice ON public.reopened_charges USING btree (account_id, invoice_id);
CREATE TRIGGER reopened_charges_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reopened_charges FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE report_monitors (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  report_id uuid NOT NULL,
  answer_mac bytea,
  checked_at timestamp with time zone,
  follow_up_since timestamp with time zone,
  recheck_since timestamp with time zone,
  CONSTRAINT report_monitors_pkey PRIMARY KEY (account_id, environment, report_id),
  CONSTRAINT report_monitors_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE report_monitors IS 'How far the monitoring of a complete report is; the report itself says how often.';
COMMENT ON COLUMN report_monitors.answer_mac IS 'Keyed hash of what the provider answered last, as far as it must stay the same; null where a person answers.';
COMMENT ON COLUMN report_monitors.follow_up_since IS 'Since when a person of the desk must look again; null if nobody must.';
COMMENT ON COLUMN report_monitors.recheck_since IS 'When it was last due to be asked again while it was open: an earlier answer is asked for again once it is complete.';
CREATE INDEX report_monitors_to_follow_up ON public.report_monitors USING btree (environment, follow_up_since) WHERE (follow_up_since IS NOT NULL);

CREATE TABLE report_notes (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  audience text NOT NULL,
  sealed_text bytea NOT NULL,
  says_change boolean NOT NULL,
  of_order boolean NOT NULL,
  handed_to uuid,
  of_several boolean NOT NULL,
  call_with text,
  call_came_of text,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT report_notes_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT report_notes_audience_check CHECK ((audience = ANY (ARRAY['desk'::text, 'client'::text]))),
  CONSTRAINT report_notes_call_with_check CHECK ((call_with = ANY (ARRAY['candidate'::text, 'source'::text]))),
  CONSTRAINT report_notes_check CHECK (((call_came_of IS NULL) = (call_with IS NULL))),
  CONSTRAINT report_notes_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id),
  CONSTRAINT report_notes_handed_to_fkey FOREIGN KEY (handed_to) REFERENCES desk_users(id)
);
COMMENT ON TABLE report_notes IS 'Notes of screeners on a report, for the desk alone or also for the client.';
COMMENT ON COLUMN report_notes.sealed_text IS 'Encrypted with the applicant''s key.';
COMMENT ON COLUMN report_notes.says_change IS 'Whether it says what a follow-up of the monitored report found.';
COMMENT ON COLUMN report_notes.of_order IS 'Whether it is about the whole order, so that every report of it shows it.';
COMMENT ON COLUMN report_notes.handed_to IS 'The colleague to whom its author handed the report over with it; null for any other note.';
COMMENT ON COLUMN report_notes.of_several IS 'Whether it was written for the reports of several candidates, each of which has a copy of it.';
COMMENT ON COLUMN report_notes.call_with IS 'With whom the author telephoned; null for a note that records no call.';
COMMENT ON COLUMN report_notes.call_came_of IS 'Such as no_answer.';
COMMENT ON COLUMN report_notes.author IS 'An actor, written as in events.';
CREATE INDEX report_notes_by_report ON public.report_notes USING btree (account_id, environment, report_id, created_at);
CREATE TRIGGER report_notes_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.report_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE report_outcomes (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  report_id uuid NOT NULL,
  version smallint NOT NULL,
  result text NOT NULL,
  sub_result text,
  traffic_light text NOT NULL,
  sealed_findings bytea NOT NULL,
  author text NOT NULL,
  ground text NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT report_outcomes_pkey PRIMARY KEY (account_id, environment, report_id, version),
  CONSTRAINT report_outcomes_ground_check CHECK ((ground = ANY (ARRAY['provider_answer'::text, 'examination'::text, 'review'::text]))),
  CONSTRAINT report_outcomes_result_check CHECK ((result = ANY (ARRAY['clear'::text, 'consider'::text, 'unidentified'::text]))),
  CONSTRAINT report_outcomes_sub_result_check CHECK ((sub_result = ANY (ARRAY['clear'::text, 'rejected'::text, 'suspected'::text, 'caution'::text]))),
  CONSTRAINT report_outcomes_traffic_light_check CHECK ((traffic_light = ANY (ARRAY['Green'::text, 'Amber'::text, 'Red'::text]))),
  CONSTRAINT report_outcomes_version_check CHECK ((version > 0)),
  CONSTRAINT report_outcomes_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE report_outcomes IS 'Every version of the outcome of each report. The newest is the outcome; the columns of reports are a copy for reading.';
COMMENT ON COLUMN report_outcomes.sealed_findings IS 'Breakdown, properties and notes, encrypted with the applicant''s key.';
COMMENT ON COLUMN report_outcomes.author IS 'Who gave the outcome, in the form of events.actor.';
COMMENT ON COLUMN report_outcomes.ground IS 'A provider answered, a person examined the report, or a person decided while it awaited approval.';
COMMENT ON COLUMN report_outcomes.mac IS 'Keyed hash of the version. The event of the move names it, so that a change of either is found.';
CREATE INDEX report_outcomes_by_author ON public.report_outcomes USING btree (author, environment, account_id, report_id);
CREATE TRIGGER report_outcomes_are_append_only BEFORE DELETE OR UPDATE OF account_id, environment, report_id, version, result, sub_result, traffic_light, author, ground, decided_at OR TRUNCATE ON public.report_outcomes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE report_references (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  check_id uuid NOT NULL,
  report_id uuid NOT NULL,
  questionnaire text NOT NULL,
  status text NOT NULL,
  sealed_request bytea NOT NULL,
  sealed_answers bytea,
  authentication text,
  link_generation smallint DEFAULT 0 NOT NULL,
  referee_number smallint DEFAULT 1 NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  chases smallint DEFAULT 0 NOT NULL,
  mails smallint DEFAULT 0 NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  mailed_at timestamp with time zone,
  opened_at timestamp with time zone,
  replied_at timestamp with time zone,
  taken_over_at timestamp with time zone,
  taken_over_unauthenticated boolean DEFAULT false NOT NULL,
  CONSTRAINT report_references_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT report_references_authentication_check CHECK ((authentication = ANY (ARRAY['company_domain'::text, 'switchboard_call'::text, 'registry'::text, 'none'::text]))),
  CONSTRAINT report_references_language_check CHECK ((language = ANY (ARRAY['en'::text, 'cy'::text]))),
  CONSTRAINT report_references_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'unanswered'::text, 'undelivered'::text, 'answered'::text, 'declined'::text, 'withdrawn'::text]))),
  CONSTRAINT report_references_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT report_references_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE report_references IS 'References that a screener asked for a report, by mail or by telephone.';
COMMENT ON COLUMN report_references.sealed_request IS 'The referee, and what the candidate stated, encrypted with the applicant''s key.';
COMMENT ON COLUMN report_references.sealed_answers IS 'What the referee said so far, or why they declined, encrypted with the applicant''s key.';
COMMENT ON COLUMN report_references.link_generation IS 'Which link works: a fresh one replaces the earlier when it is used.';
COMMENT ON COLUMN report_references.referee_number IS 'Which referee is asked: a corrected address is another person, who does not see what the earlier one typed or sent.';
COMMENT ON COLUMN report_references.language IS 'In which language the referee reads the form and their mails, where the client offers Welsh as well.';
COMMENT ON COLUMN report_references.chases IS 'How often the referee was reminded since they were last asked.';
COMMENT ON COLUMN report_references.mails IS 'How often anybody was written to in all: requests by hand, also to an address that was corrected since, and reminders.';
COMMENT ON COLUMN report_references.requested_by IS 'An actor, written as in events.';
COMMENT ON COLUMN report_references.taken_over_at IS 'When a screener took the answers over into the outcome of the report that asked.';
COMMENT ON COLUMN report_references.taken_over_unauthenticated IS 'Whether they were ever taken over while nobody had authenticated the referee.';
CREATE INDEX report_references_of_check ON public.report_references USING btree (account_id, environment, check_id, requested_at);
CREATE INDEX report_references_of_report ON public.report_references USING btree (account_id, environment, report_id, requested_at);
CREATE INDEX report_references_unsettled ON public.report_references USING btree (environment, account_id, requested_at, id) WHERE ((status <> 'withdrawn'::text) AND (taken_over_at IS NULL));

CREATE TABLE report_reviews (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  version smallint NOT NULL,
  proposed_by text NOT NULL,
  decision text NOT NULL,
  code text,
  sealed_text bytea,
  reviewer_id uuid,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT report_reviews_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT report_reviews_check CHECK (((code IS NULL) = (decision = ANY (ARRAY['approved'::text, 'changed'::text])))),
  CONSTRAINT report_reviews_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'changed'::text, 'sent_back'::text, 'reopened'::text]))),
  CONSTRAINT report_reviews_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id),
  CONSTRAINT report_reviews_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE report_reviews IS 'Every decision of a reviewer about an outcome, and every reopening: the errors found in the work of each screener follow from it.';
COMMENT ON COLUMN report_reviews.version IS 'The version of the outcome that was reviewed.';
COMMENT ON COLUMN report_reviews.proposed_by IS 'Who gave that version, in the form of events.actor.';
COMMENT ON COLUMN report_reviews.code IS 'The type of error that was found, or why the report was reopened.';
COMMENT ON COLUMN report_reviews.sealed_text IS 'What the reviewer wrote, encrypted with the applicant''s key.';
COMMENT ON COLUMN report_reviews.reviewer_id IS 'Null if it was our own program.';
CREATE INDEX report_reviews_by_time ON public.report_reviews USING btree (environment, decided_at);
CREATE INDEX report_reviews_of_a_proposer ON public.report_reviews USING btree (proposed_by, decided_at);
CREATE INDEX report_reviews_of_a_report ON public.report_reviews USING btree (account_id, environment, report_id, id);

CREATE TABLE report_task_ticks (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  task text NOT NULL,
  is_done boolean NOT NULL,
  ticked_by text NOT NULL,
  ticked_at timestamp with time zone NOT NULL,
  CONSTRAINT report_task_ticks_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT report_task_ticks_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE report_task_ticks IS 'Who ticked a step of the desk or of the guidance of the report''s type, or took the tick back, and when. The newest row of a step counts.';
COMMENT ON COLUMN report_task_ticks.task IS 'The sentence of the desk or the catalogue, so that a reworded step is ticked anew.';
CREATE INDEX report_task_ticks_by_report ON public.report_task_ticks USING btree (account_id, environment, report_id, ticked_at);
CREATE TRIGGER report_task_ticks_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.report_task_ticks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE report_type_group_members (
  account_id uuid NOT NULL,
  group_id integer NOT NULL,
  "position" smallint NOT NULL,
  report_type_id integer NOT NULL,
  options jsonb,
  CONSTRAINT report_type_group_members_pkey PRIMARY KEY (account_id, group_id, "position"),
  CONSTRAINT report_type_group_members_account_id_group_id_report_type_i_key UNIQUE (account_id, group_id, report_type_id),
  CONSTRAINT report_type_group_members_account_id_group_id_fkey FOREIGN KEY (account_id, group_id) REFERENCES report_type_groups(account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE report_type_group_members IS 'The report types of a group, in order. Report types are in the catalogue, not in the database.';

CREATE TABLE report_type_groups (
  account_id uuid NOT NULL,
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  CONSTRAINT report_type_groups_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT report_type_groups_account_id_name_key UNIQUE (account_id, name),
  CONSTRAINT report_type_groups_name_check CHECK ((name <> ''::text)),
  CONSTRAINT report_type_groups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE report_type_groups IS 'Named sets of report types that an account orders together in interface v2.';

CREATE TABLE report_waits (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  report_id uuid NOT NULL,
  cause_id uuid NOT NULL,
  waiting_for text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT report_waits_pkey PRIMARY KEY (account_id, environment, report_id, cause_id, started_at),
  CONSTRAINT report_waits_check CHECK ((ended_at >= started_at)),
  CONSTRAINT report_waits_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['client'::text, 'candidate'::text, 'source'::text]))),
  CONSTRAINT report_waits_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id)
);
COMMENT ON TABLE report_waits IS 'Each period in which a report waited for somebody. Turnaround without the time of the candidate follows from it.';
COMMENT ON COLUMN report_waits.cause_id IS 'The query, reference or other request that the report waits for.';
CREATE UNIQUE INDEX report_waits_open ON public.report_waits USING btree (account_id, environment, report_id, cause_id) WHERE (ended_at IS NULL);

CREATE TABLE reports (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  check_id uuid NOT NULL,
  "position" smallint NOT NULL,
  report_type_id integer NOT NULL,
  name text NOT NULL,
  variant text,
  options jsonb,
  status text NOT NULL,
  result text,
  sub_result text,
  traffic_light text,
  approval_reasons text[],
  monitor text,
  found_change boolean DEFAULT false NOT NULL,
  provider text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  requested_at timestamp with time zone,
  completed_at timestamp with time zone,
  first_completed_at timestamp with time zone,
  reopened_at timestamp with time zone,
  sealed_findings bytea,
  contents_deleted_at timestamp with time zone,
  working_days smallint,
  working_days_saved smallint,
  due_on date,
  due_on_is_set boolean DEFAULT false NOT NULL,
  first_due_on date,
  first_result_due_on date,
  delay_reason text,
  priority smallint DEFAULT 0 NOT NULL,
  stands_first boolean DEFAULT false NOT NULL,
  assignee_id uuid,
  previous_assignee_id uuid,
  was_assigned boolean DEFAULT false NOT NULL,
  waiting_for text,
  paused_for_answers boolean DEFAULT false NOT NULL,
  pause_reason text,
  paused_until date,
  answered_at timestamp with time zone,
  source_answered_at timestamp with time zone,
  renewed_by uuid,
  confirmed_by uuid,
  renewals_ended_at timestamp with time zone,
  permission_ends_on date,
  licence_ends_on date,
  permission_noticed_on date,
  unconfirmed text[] DEFAULT '{}'::text[] NOT NULL,
  excuse text,
  applied_at timestamp with time zone,
  sealed_application bytea,
  application_stage text,
  application_looked_on date,
  application_called_off_at timestamp with time zone,
  CONSTRAINT reports_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT reports_account_id_environment_check_id_position_key UNIQUE (account_id, environment, check_id, "position"),
  CONSTRAINT reports_application_stage_check CHECK ((application_stage = ANY (ARRAY['received'::text, 'records'::text, 'police'::text, 'printed'::text, 'posted'::text]))),
  CONSTRAINT reports_delay_reason_check CHECK ((delay_reason = ANY (ARRAY['candidate'::text, 'client'::text, 'source'::text, 'ours'::text, 'other'::text]))),
  CONSTRAINT reports_excuse_check CHECK ((excuse = ANY (ARRAY['given'::text, 'none'::text]))),
  CONSTRAINT reports_pause_reason_check CHECK ((pause_reason = ANY (ARRAY['candidate'::text, 'client'::text, 'source'::text, 'ours'::text, 'other'::text]))),
  CONSTRAINT reports_priority_check CHECK ((priority = ANY (ARRAY[0, 1]))),
  CONSTRAINT reports_result_check CHECK ((result = ANY (ARRAY['clear'::text, 'consider'::text, 'unidentified'::text]))),
  CONSTRAINT reports_status_check CHECK ((status = ANY (ARRAY['awaiting_data'::text, 'paused'::text, 'awaiting_approval'::text, 'complete'::text, 'cancelled'::text, 'withdrawn'::text]))),
  CONSTRAINT reports_sub_result_check CHECK ((sub_result = ANY (ARRAY['clear'::text, 'rejected'::text, 'suspected'::text, 'caution'::text]))),
  CONSTRAINT reports_traffic_light_check CHECK ((traffic_light = ANY (ARRAY['Green'::text, 'Amber'::text, 'Red'::text]))),
  CONSTRAINT reports_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['client'::text, 'candidate'::text, 'source'::text]))),
  CONSTRAINT reports_working_days_saved_check CHECK ((working_days_saved >= 0)),
  CONSTRAINT reports_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT reports_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES desk_users(id),
  CONSTRAINT reports_previous_assignee_id_fkey FOREIGN KEY (previous_assignee_id) REFERENCES desk_users(id)
);
COMMENT ON TABLE reports IS 'The reports of a check, each of one report type.';
COMMENT ON COLUMN reports.approval_reasons IS 'Why the outcome must be approved; kept while it is sent back, null once it is approved.';
COMMENT ON COLUMN reports.monitor IS 'How often it is asked again after it is complete; null if it is not monitored.';
COMMENT ON COLUMN reports.found_change IS 'Monitoring found that the last result does not hold any more, and no newer one is complete.';
COMMENT ON COLUMN reports.requested_at IS 'When the report was handed to its provider, which is after the candidate submitted the form.';
COMMENT ON COLUMN reports.first_completed_at IS 'When the report had its first result, which ends its turnaround; a report that is opened again keeps it.';
COMMENT ON COLUMN reports.reopened_at IS 'When the complete report was last opened again, by a person or by a change that monitoring found; null if never.';
COMMENT ON COLUMN reports.sealed_findings IS 'Breakdown, properties and notes, encrypted with the applicant''s key; null until there are any.';
COMMENT ON COLUMN reports.contents_deleted_at IS 'When the contents of its certificate were deleted, by time, from its findings; null while they are there.';
COMMENT ON COLUMN reports.working_days IS 'Within how many working days it is due, as agreed when it was ordered, else by the catalogue; null where neither says.';
COMMENT ON COLUMN reports.working_days_saved IS 'By how many working days it is due earlier because its order is urgent, as working_days and due_on say already; null if it is not.';
COMMENT ON COLUMN reports.due_on IS 'The day by which a report of the type is usually complete, counted from the day on which the candidate submitted the form or the report was opened again, and until then from the order; null without working days.';
COMMENT ON COLUMN reports.due_on_is_set IS 'A person chose the due date, instead of the working days of the type.';
COMMENT ON COLUMN reports.first_due_on IS 'The day on which it was due by its working days, where a person chose another one; null where nobody did, or where it had none.';
COMMENT ON COLUMN reports.first_result_due_on IS 'Of a report that was opened again, the day on which its first result was due, by which its turnaround is judged; null where it had none.';
COMMENT ON COLUMN reports.delay_reason IS 'Why a person last moved the due date; null where nobody did, or where the report was opened again since.';
COMMENT ON COLUMN reports.priority IS '1 for a report that comes before others; 0 for all others.';
COMMENT ON COLUMN reports.stands_first IS 'Its client had standing priority at the desk when it was ordered: it comes before others that are not urgent.';
COMMENT ON COLUMN reports.assignee_id IS 'The screener who works on the report; null while nobody does.';
COMMENT ON COLUMN reports.previous_assignee_id IS 'Who had it last before whoever has it now, or before nobody has it.';
COMMENT ON COLUMN reports.was_assigned IS 'Somebody has had it, or gave it to somebody: the rules of who gets what leave it alone.';
COMMENT ON COLUMN reports.waiting_for IS 'The first open wait of the report, in the order client, candidate, source; null if it waits for nobody.';
COMMENT ON COLUMN reports.paused_for_answers IS 'A query paused the report, so the last answer resumes it; false if somebody paused it for another reason.';
COMMENT ON COLUMN reports.pause_reason IS 'Why somebody paused the report, which the client reads; null if it is not paused, or nobody said why.';
COMMENT ON COLUMN reports.paused_until IS 'The day on which the pause ends; it stays while the report that came back on it is not paused again.';
COMMENT ON COLUMN reports.answered_at IS 'When a query about it was answered, until its screener opens the report or moves it; null if they have seen the answer.';
COMMENT ON COLUMN reports.source_answered_at IS 'When a supplier answered or corrected its answer, until its screener opens the open report or moves it, or somebody says that the result of the complete one stays; null if they have.';
COMMENT ON COLUMN reports.renewed_by IS 'The complete report of the same type, of a later check of the applicant, that took its place.';
COMMENT ON COLUMN reports.confirmed_by IS 'Of a certificate: the newest complete check of its status with the Update Service that found no new information; its months to renewal count from then.';
COMMENT ON COLUMN reports.renewals_ended_at IS 'When the applicant left, or was found not suitable, as the client said: it is not renewed any more.';
COMMENT ON COLUMN reports.permission_ends_on IS 'The last day of the permission to work that its findings state, by which lists find it; null if none ends.';
COMMENT ON COLUMN reports.licence_ends_on IS 'The last day of the licence or registration that its findings state, by which lists find it; null if none ends.';
COMMENT ON COLUMN reports.permission_noticed_on IS 'The day on which the client was last told that the permission, or the licence, ends; null if it never was.';
COMMENT ON COLUMN reports.unconfirmed IS 'The codes of what its findings say was not confirmed, by which lists find it; empty if all was.';
COMMENT ON COLUMN reports.excuse IS 'Whether its findings say that the right to work gives a statutory excuse; null where nobody judged it.';
COMMENT ON COLUMN reports.applied_at IS 'When somebody recorded that the application was made whose fee an authority takes; null if nobody did: if the report then ends, its fee is credited.';
COMMENT ON COLUMN reports.sealed_application IS 'The authority''s own number of the application, encrypted with the applicant''s key.';
COMMENT ON COLUMN reports.application_stage IS 'How far the authority is with the application; null where nobody said.';
COMMENT ON COLUMN reports.application_looked_on IS 'The day on which somebody last looked how far it is.';
COMMENT ON COLUMN reports.application_called_off_at IS 'When somebody recorded that the application was withdrawn at the authority, because the report had ended.';
CREATE INDEX reports_answered ON public.reports USING btree (environment, account_id) WHERE (answered_at IS NOT NULL);
CREATE INDEX reports_applied ON public.reports USING btree (environment, applied_at, id) WHERE ((applied_at IS NOT NULL) AND (status = ANY (ARRAY['awaiting_data'::text, 'paused'::text, 'awaiting_approval'::text])));
CREATE INDEX reports_by_licence_end ON public.reports USING btree (account_id, environment, licence_ends_on) WHERE (licence_ends_on IS NOT NULL);
CREATE INDEX reports_by_permission_end ON public.reports USING btree (account_id, environment, permission_ends_on) WHERE (permission_ends_on IS NOT NULL);
CREATE INDEX reports_by_previous_assignee ON public.reports USING btree (previous_assignee_id) WHERE ((previous_assignee_id IS NOT NULL) AND (requested_at IS NOT NULL) AND (status = ANY (ARRAY['awaiting_data'::text, 'paused'::text, 'awaiting_approval'::text])));
CREATE INDEX reports_completed ON public.reports USING btree (account_id, environment, report_type_id, first_completed_at DESC) INCLUDE (requested_at) WHERE (first_completed_at IS NOT NULL);
CREATE INDEX reports_completed_by_time ON public.reports USING btree (environment, first_completed_at) INCLUDE (account_id, id, report_type_id, assignee_id, requested_at) WHERE (first_completed_at IS NOT NULL);
CREATE INDEX reports_in_queue ON public.reports USING btree (environment, (((status = 'paused'::text) OR (waiting_for IS NOT NULL))), priority DESC, stands_first DESC, due_on, requested_at, id) INCLUDE (account_id, check_id, report_type_id, status, assignee_id, waiting_for, reopened_at, due_on_is_set) WHERE ((requested_at IS NOT NULL) AND (status = ANY (ARRAY['awaiting_data'::text, 'paused'::text, 'awaiting_approval'::text])));
CREATE INDEX reports_in_queue_by_group ON public.reports USING btree (environment, account_id, report_type_id, assignee_id, status, waiting_for, due_on, priority) WHERE ((requested_at IS NOT NULL) AND (status = ANY (ARRAY['awaiting_data'::text, 'paused'::text, 'awaiting_approval'::text])));
CREATE INDEX reports_on_lists ON public.reports USING btree (account_id, id) WHERE (monitor = 'each_list'::text);
CREATE INDEX reports_paused_until ON public.reports USING btree (environment, paused_until) WHERE (paused_until IS NOT NULL);
CREATE INDEX reports_source_answered ON public.reports USING btree (environment, account_id) WHERE (source_answered_at IS NOT NULL);
CREATE INDEX reports_to_call_off ON public.reports USING btree (environment, applied_at, id) WHERE ((applied_at IS NOT NULL) AND (status = ANY (ARRAY['withdrawn'::text, 'cancelled'::text])) AND (application_called_off_at IS NULL));
CREATE INDEX reports_to_renew ON public.reports USING btree (account_id, environment, report_type_id, first_completed_at) WHERE ((status = 'complete'::text) AND (renewed_by IS NULL) AND (renewals_ended_at IS NULL) AND (monitor IS NULL));
CREATE INDEX reports_without_excuse ON public.reports USING btree (account_id, environment, check_id) WHERE ((name = 'right_to_work'::text) AND (status = 'complete'::text) AND (result = 'clear'::text) AND (excuse IS DISTINCT FROM 'given'::text));

CREATE TABLE restrictions (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  applicant_id uuid NOT NULL,
  check_id uuid NOT NULL,
  ground text NOT NULL,
  status text NOT NULL,
  sealed_words bytea NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  decided_by text,
  decided_at timestamp with time zone,
  sealed_answer bytea,
  paused_reports uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  lift_on date,
  lift_mail_id uuid,
  sealed_lift_answer bytea,
  lifted_by text,
  lifted_at timestamp with time zone,
  CONSTRAINT restrictions_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT restrictions_check CHECK ((((status = 'open'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  CONSTRAINT restrictions_check1 CHECK (((status <> ALL (ARRAY['open'::text, 'refused'::text])) OR (lift_on IS NULL))),
  CONSTRAINT restrictions_check2 CHECK ((((lift_on IS NULL) = (lift_mail_id IS NULL)) AND ((lift_on IS NULL) = (sealed_lift_answer IS NULL)))),
  CONSTRAINT restrictions_check3 CHECK ((((status = 'lifted'::text) = (lifted_at IS NOT NULL)) AND ((lifted_at IS NULL) = (lifted_by IS NULL)))),
  CONSTRAINT restrictions_check4 CHECK (((status <> 'lifted'::text) OR (lift_on IS NOT NULL))),
  CONSTRAINT restrictions_ground_check CHECK ((ground = ANY (ARRAY['accuracy'::text, 'objection'::text, 'unlawful'::text, 'legal_claim'::text]))),
  CONSTRAINT restrictions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'refused'::text, 'in_force'::text, 'lifted'::text]))),
  CONSTRAINT restrictions_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id),
  CONSTRAINT restrictions_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT restrictions_account_id_environment_id_fkey FOREIGN KEY (account_id, environment, id) REFERENCES data_requests(account_id, environment, id)
);
COMMENT ON TABLE restrictions IS 'What people, or others for them, ask: that their data are only stored until something is settled (UK GDPR Art. 18), or that they are not used (Art. 21).';
COMMENT ON COLUMN restrictions.id IS 'Also of the request in the register that it answers.';
COMMENT ON COLUMN restrictions.check_id IS 'The check through which it was asked. A restriction holds for all checks of the person.';
COMMENT ON COLUMN restrictions.sealed_words IS 'Why they ask, encrypted with the applicant''s key.';
COMMENT ON COLUMN restrictions.asked_by IS 'An actor, written as in events.';
COMMENT ON COLUMN restrictions.sealed_answer IS 'The answer to the person, encrypted with the applicant''s key.';
COMMENT ON COLUMN restrictions.paused_reports IS 'The reports that it paused, which go on when the person is no longer restricted.';
COMMENT ON COLUMN restrictions.lift_on IS 'From which day it may be lifted, as the person was told.';
COMMENT ON COLUMN restrictions.lift_mail_id IS 'The mail that told the person before.';
COMMENT ON COLUMN restrictions.sealed_lift_answer IS 'Why it is lifted, for the person, encrypted with the applicant''s key.';
CREATE UNIQUE INDEX open_restrictions ON public.restrictions USING btree (account_id, environment, applicant_id) WHERE (status = 'open'::text);
CREATE INDEX restrictions_by_applicant ON public.restrictions USING btree (account_id, environment, applicant_id, asked_at);
CREATE INDEX restrictions_by_check ON public.restrictions USING btree (account_id, environment, check_id);
CREATE INDEX restrictions_in_force ON public.restrictions USING btree (account_id, environment, applicant_id) WHERE (status = 'in_force'::text);

CREATE TABLE result_rule_drafts (
  account_id uuid NOT NULL,
  revision integer NOT NULL,
  rules jsonb NOT NULL,
  author text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT result_rule_drafts_pkey PRIMARY KEY (account_id),
  CONSTRAINT result_rule_drafts_revision_check CHECK ((revision > 0)),
  CONSTRAINT result_rule_drafts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE result_rule_drafts IS 'The result rules that the desk prepares for an account, until they are published.';
COMMENT ON COLUMN result_rule_drafts.revision IS 'Counts the changes, so that of two who change it at once one is told.';

CREATE TABLE result_rule_sets (
  account_id uuid NOT NULL,
  version integer NOT NULL,
  applies_from date NOT NULL,
  rules jsonb NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT result_rule_sets_pkey PRIMARY KEY (account_id, version),
  CONSTRAINT result_rule_sets_version_check CHECK ((version > 0)),
  CONSTRAINT result_rule_sets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE result_rule_sets IS 'The published versions of an account''s result rules: what makes a report Amber or Red. Outcomes name the version that judged them.';
COMMENT ON COLUMN result_rule_sets.applies_from IS 'The first day on which it is applied; of two of one day the later version.';
COMMENT ON COLUMN result_rule_sets.author IS 'An actor, written as in events.';
CREATE TRIGGER result_rule_sets_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.result_rule_sets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE results_documents (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  kind text NOT NULL,
  file_id uuid NOT NULL,
  revision bytea NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT results_documents_pkey PRIMARY KEY (account_id, environment, check_id, kind),
  CONSTRAINT results_documents_kind_check CHECK ((kind = ANY (ARRAY['pdf'::text, 'bundle'::text]))),
  CONSTRAINT results_documents_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE results_documents IS 'The newest results of a check as a PDF, and as an evidence bundle. The files are encrypted with the applicant''s key.';
COMMENT ON COLUMN results_documents.revision IS 'Hash of what the file shows. Where it differs, a new file is made.';
CREATE INDEX evidence_bundles_by_age ON public.results_documents USING btree (made_at) WHERE (kind = 'bundle'::text);
CREATE UNIQUE INDEX results_documents_by_file ON public.results_documents USING btree (file_id);

CREATE TABLE sanctions_imports (
  id uuid NOT NULL,
  list text NOT NULL,
  version text NOT NULL,
  file_hash bytea NOT NULL,
  imported_at timestamp with time zone NOT NULL,
  people integer NOT NULL,
  names integer NOT NULL,
  in_force boolean NOT NULL,
  CONSTRAINT sanctions_imports_pkey PRIMARY KEY (id),
  CONSTRAINT sanctions_imports_list_check CHECK ((list = ANY (ARRAY['uk'::text, 'un'::text, 'eu'::text, 'ofac'::text])))
);
COMMENT ON TABLE sanctions_imports IS 'Every version of a list that was imported; the names are kept of the one in force only.';
COMMENT ON COLUMN sanctions_imports.version IS 'The date or time that the file itself states.';
COMMENT ON COLUMN sanctions_imports.file_hash IS 'SHA-256 of the file: the same file again imports nothing.';
CREATE UNIQUE INDEX sanctions_lists_in_force ON public.sanctions_imports USING btree (list) WHERE in_force;

CREATE TABLE sanctions_names (
  import_id uuid NOT NULL,
  number integer NOT NULL,
  entry text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  birth_dates text[] NOT NULL,
  regime text NOT NULL,
  tokens text NOT NULL,
  keys tsvector NOT NULL,
  CONSTRAINT sanctions_names_pkey PRIMARY KEY (import_id, number),
  CONSTRAINT sanctions_names_kind_check CHECK ((kind = ANY (ARRAY['primary'::text, 'alias'::text, 'weak_alias'::text]))),
  CONSTRAINT sanctions_names_import_id_fkey FOREIGN KEY (import_id) REFERENCES sanctions_imports(id)
);
COMMENT ON TABLE sanctions_names IS 'The names of the people on the lists in force, aliases included.';
COMMENT ON COLUMN sanctions_names.entry IS 'The list''s own reference of the person.';
COMMENT ON COLUMN sanctions_names.birth_dates IS 'Each a day, a month, a year, or the years from and to; empty where the list gives none.';
COMMENT ON COLUMN sanctions_names.tokens IS 'The words of the name in plain Latin letters, as names are compared.';
COMMENT ON COLUMN sanctions_names.keys IS 'What the name is found by: how its words sound, begin and end, and the years of birth.';
CREATE INDEX sanctions_names_by_key ON public.sanctions_names USING gin (keys) WITH (gin_pending_list_limit='64');

CREATE TABLE sandbox_windows (
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  requests integer NOT NULL,
  blocked_until timestamp with time zone,
  CONSTRAINT sandbox_windows_pkey PRIMARY KEY (account_id, user_id),
  CONSTRAINT sandbox_windows_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES users(account_id, id)
);
COMMENT ON TABLE sandbox_windows IS 'The fixed window of the sandbox limit (interface §Limits), one for each user with test keys. It survives restarts and holds across processes.';

CREATE TABLE security_alerts (
  rule text NOT NULL,
  subject text NOT NULL,
  raised_at timestamp with time zone NOT NULL,
  CONSTRAINT security_alerts_pkey PRIMARY KEY (rule, subject)
);
COMMENT ON TABLE security_alerts IS 'When each alert was last raised: at most once an hour for a rule and the id or network that it concerns.';

CREATE TABLE security_events (
  id uuid NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  type text NOT NULL,
  account_id uuid,
  environment environment,
  actor text,
  on_behalf_of uuid,
  key_id uuid,
  session_id text,
  address inet,
  count integer DEFAULT 1 NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  CONSTRAINT security_events_pkey PRIMARY KEY (id),
  CONSTRAINT security_events_count_check CHECK ((count > 0)),
  CONSTRAINT security_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE security_events IS 'Sign-ins, refusals, wrong codes, changes of authority, bulk reads and exports. Kept for PROBITY_SECURITY_EVENT_DAYS.';
COMMENT ON COLUMN security_events.account_id IS 'Null for what belongs to no account, such as sign-ins of the desk.';
COMMENT ON COLUMN security_events.actor IS 'Null where nobody was identified.';
COMMENT ON COLUMN security_events.on_behalf_of IS 'The user for whom the actor acts.';
COMMENT ON COLUMN security_events.address IS 'The network address of the client.';
COMMENT ON COLUMN security_events.count IS 'How many equal events of one second the row stands for.';
COMMENT ON COLUMN security_events.detail IS 'Ids, names of ours and numbers; never personal data.';
CREATE INDEX security_events_by_age ON public.security_events USING btree (occurred_at);
CREATE INDEX security_events_of_account ON public.security_events USING btree (account_id, occurred_at) WHERE (account_id IS NOT NULL);
CREATE INDEX security_events_that_sign_in ON public.security_events USING btree (actor, occurred_at) WHERE (type = 'sign_in.succeeded'::text);
CREATE INDEX security_events_to_send ON public.security_events USING btree (xid, id);
CREATE TRIGGER security_events_are_never_changed BEFORE UPDATE OR TRUNCATE ON public.security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sent_forms (
  id bytea NOT NULL,
  lapses_at timestamp with time zone NOT NULL,
  sealed_answer bytea,
  CONSTRAINT sent_forms_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE sent_forms IS 'Forms of the portals that were sent: one that is sent twice is answered as it was first.';
COMMENT ON COLUMN sent_forms.id IS 'SHA-256 of the form as sent, with the token of its page, which is another one whenever the page is opened.';
COMMENT ON COLUMN sent_forms.lapses_at IS 'From then on the same form counts as new: after a crash, or some time after the answer.';
COMMENT ON COLUMN sent_forms.sealed_answer IS 'Encrypted with a key that only the browser of the sender has; null while the form is in progress.';
CREATE INDEX sent_forms_by_end ON public.sent_forms USING btree (lapses_at);

CREATE TABLE settlements (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  receipt_id uuid,
  credit_note_id uuid,
  invoice_id uuid,
  amount_pence bigint NOT NULL,
  settled_on date NOT NULL,
  settled_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT settlements_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT settlements_amount_pence_check CHECK ((amount_pence <> 0)),
  CONSTRAINT settlements_have_one_source CHECK ((num_nonnulls(receipt_id, credit_note_id) = 1)),
  CONSTRAINT settlements_account_id_receipt_id_fkey FOREIGN KEY (account_id, receipt_id) REFERENCES receipts(account_id, id),
  CONSTRAINT settlements_of_a_credit_note FOREIGN KEY (account_id, credit_note_id) REFERENCES invoices(account_id, id),
  CONSTRAINT settlements_of_an_invoice FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id)
);
COMMENT ON TABLE settlements IS 'What of a receipt or a credit note is set against an invoice, or was paid back to the client. What is left to pay of an invoice is its total without the sum of these.';
COMMENT ON COLUMN settlements.invoice_id IS 'Null for what was paid back to the client.';
COMMENT ON COLUMN settlements.amount_pence IS 'Less than 0 where an earlier settlement is taken back.';
COMMENT ON COLUMN settlements.settled_by IS 'In the form of events.actor.';
CREATE INDEX settlements_by_credit_note ON public.settlements USING btree (account_id, credit_note_id) WHERE (credit_note_id IS NOT NULL);
CREATE INDEX settlements_by_invoice ON public.settlements USING btree (account_id, invoice_id);
CREATE INDEX settlements_by_receipt ON public.settlements USING btree (account_id, receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE TRIGGER settlements_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sign_in_attempts (
  subject bytea NOT NULL,
  window_started_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (subject)
);
COMMENT ON TABLE sign_in_attempts IS 'The fixed windows that limit how often somebody may try to sign in.';
COMMENT ON COLUMN sign_in_attempts.subject IS 'Keyed hash of an email address or of a network address.';
CREATE INDEX sign_in_attempts_by_age ON public.sign_in_attempts USING btree (window_started_at);

CREATE TABLE sign_in_credentials (
  id uuid DEFAULT uuidv7() NOT NULL,
  user_id uuid NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  password text,
  access_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token text,
  refresh_token_expires_at timestamp with time zone,
  id_token text,
  scope text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  mac bytea,
  CONSTRAINT sign_in_credentials_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_credentials_user_id_provider_key UNIQUE (user_id, provider)
);
COMMENT ON TABLE sign_in_credentials IS 'The ways in which a user can sign in. The token columns are for single sign-on; the sign-in library requires them.';
COMMENT ON COLUMN sign_in_credentials.provider IS '`credential` for a password.';
COMMENT ON COLUMN sign_in_credentials.password IS 'Argon2id hash.';
COMMENT ON COLUMN sign_in_credentials.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';

CREATE TABLE sign_in_factors (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  sealed_secret text,
  credential_id text,
  public_key bytea,
  counter bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  mac bytea,
  CONSTRAINT sign_in_factors_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_factors_credential_id_key UNIQUE (credential_id),
  CONSTRAINT sign_in_factors_check CHECK (
CASE kind
    WHEN 'totp'::text THEN (sealed_secret IS NOT NULL)
    ELSE ((credential_id IS NOT NULL) AND (public_key IS NOT NULL))
END),
  CONSTRAINT sign_in_factors_kind_check CHECK ((kind = ANY (ARRAY['passkey'::text, 'totp'::text]))),
  CONSTRAINT sign_in_factors_name_check CHECK ((name <> ''::text))
);
COMMENT ON TABLE sign_in_factors IS 'The second factors of users: passkeys and authenticator apps.';
COMMENT ON COLUMN sign_in_factors.sealed_secret IS 'The secret that an authenticator app shares, encrypted with a key derived from a master key, whose id it begins with.';
COMMENT ON COLUMN sign_in_factors.counter IS 'The last counter of a passkey, or the last time step of an app whose code was accepted: a code is accepted once.';
COMMENT ON COLUMN sign_in_factors.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE INDEX sign_in_factors_by_user ON public.sign_in_factors USING btree (user_id);

CREATE TABLE sign_in_links (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  mac bytea,
  CONSTRAINT sign_in_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sign_in_links_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'forgotten_password'::text])))
);
COMMENT ON TABLE sign_in_links IS 'Mailed links with which a user sets their password, once.';
COMMENT ON COLUMN sign_in_links.token_hash IS 'SHA-256 of the random token in the link.';
COMMENT ON COLUMN sign_in_links.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE INDEX sign_in_links_by_end ON public.sign_in_links USING btree (expires_at);
CREATE INDEX sign_in_links_by_user ON public.sign_in_links USING btree (user_id);

CREATE TABLE sign_in_mails (
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  status text NOT NULL,
  at timestamp with time zone NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  failure text,
  CONSTRAINT sign_in_mails_pkey PRIMARY KEY (user_id),
  CONSTRAINT sign_in_mails_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'forgotten_password'::text]))),
  CONSTRAINT sign_in_mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);
COMMENT ON TABLE sign_in_mails IS 'The newest mail with such a link to each user, without the link, which is in the sent mail only.';
COMMENT ON COLUMN sign_in_mails.at IS 'When it was asked for; once it was sent, refused or given up, when that was.';
COMMENT ON COLUMN sign_in_mails.failure IS 'Why the last attempt failed, as in emails.';

CREATE TABLE sign_in_recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  mac bytea,
  CONSTRAINT sign_in_recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE sign_in_recovery_codes IS 'Codes that stand in for a lost second factor, each once.';
COMMENT ON COLUMN sign_in_recovery_codes.code_hash IS 'SHA-256 of the code, which is random and has 120 bits, so a slow hash would add nothing.';
COMMENT ON COLUMN sign_in_recovery_codes.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';

CREATE TABLE sign_in_sessions (
  id uuid DEFAULT uuidv7() NOT NULL,
  user_id uuid NOT NULL,
  token text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  ip_address text,
  user_agent text,
  second_factor text,
  confirmed_at timestamp with time zone,
  mac bytea,
  CONSTRAINT sign_in_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_sessions_token_key UNIQUE (token),
  CONSTRAINT sign_in_sessions_second_factor_check CHECK ((second_factor = ANY (ARRAY['passkey'::text, 'totp'::text, 'recovery_code'::text, 'provider'::text])))
);
COMMENT ON TABLE sign_in_sessions IS 'Browsers that are signed in, or have given a password and still owe the second factor.';
COMMENT ON COLUMN sign_in_sessions.token IS 'The cookie carries the token with a signature, and the signing key is not in the database: a token read from here opens nothing.';
COMMENT ON COLUMN sign_in_sessions.ip_address IS 'The network: an IPv4 address, or the first half of an IPv6 address.';
COMMENT ON COLUMN sign_in_sessions.user_agent IS 'Browser and system, such as Chrome on Windows.';
COMMENT ON COLUMN sign_in_sessions.second_factor IS 'What was proved besides the password; `provider` for single sign-on.';
COMMENT ON COLUMN sign_in_sessions.confirmed_at IS 'When the user last proved who they are. Null while the second factor is owed: such a session opens no page.';
COMMENT ON COLUMN sign_in_sessions.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE INDEX sign_in_sessions_by_end ON public.sign_in_sessions USING btree (expires_at);
CREATE INDEX sign_in_sessions_by_user ON public.sign_in_sessions USING btree (user_id);

CREATE TABLE sign_in_verifications (
  id uuid DEFAULT uuidv7() NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_verifications_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE sign_in_verifications IS 'Challenges of passkeys and of single sign-on that await their answer, each used once.';
COMMENT ON COLUMN sign_in_verifications.identifier IS 'The purpose, and a hash of the cookie of the browser that asked.';
CREATE INDEX sign_in_verifications_by_identifier ON public.sign_in_verifications USING btree (identifier);

CREATE TABLE single_sign_on (
  account_id uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_client_secret bytea NOT NULL,
  domains text[] NOT NULL,
  secret_ends_on date,
  tried_at timestamp with time zone,
  recovery_user_id uuid,
  created_at timestamp with time zone NOT NULL,
  mac bytea,
  CONSTRAINT single_sign_on_pkey PRIMARY KEY (account_id),
  CONSTRAINT single_sign_on_domains_check CHECK ((cardinality(domains) > 0)),
  CONSTRAINT single_sign_on_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE single_sign_on IS 'The OpenID provider of an account, at which its users sign in instead of with a password.';
COMMENT ON COLUMN single_sign_on.domains IS 'The domains of the email addresses that the provider may vouch for.';
COMMENT ON COLUMN single_sign_on.secret_ends_on IS 'The last day on which the provider takes the secret, as somebody of the client typed it.';
COMMENT ON COLUMN single_sign_on.tried_at IS 'When somebody last signed in by it; null since it was changed.';
COMMENT ON COLUMN single_sign_on.recovery_user_id IS 'Set where users of the domains sign in at the provider alone: who still signs in with their password and a second factor.';
COMMENT ON COLUMN single_sign_on.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';

CREATE TABLE single_sign_on_domains (
  domain text NOT NULL,
  account_id uuid NOT NULL,
  CONSTRAINT single_sign_on_domains_pkey PRIMARY KEY (domain),
  CONSTRAINT single_sign_on_domains_account_id_fkey FOREIGN KEY (account_id) REFERENCES single_sign_on(account_id) ON DELETE CASCADE
);
COMMENT ON TABLE single_sign_on_domains IS 'Whose provider people with an address of a domain are sent to: a domain belongs to one account at a time.';
CREATE INDEX single_sign_on_domains_by_account ON public.single_sign_on_domains USING btree (account_id);

CREATE TABLE stated_people (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  applicant_id uuid NOT NULL,
  subsidiary_id uuid,
  sealed_details bytea NOT NULL,
  job_keys bigint[] NOT NULL,
  starts_on date,
  stated_by text NOT NULL,
  stated_at timestamp with time zone NOT NULL,
  left_at timestamp with time zone,
  CONSTRAINT stated_people_pkey PRIMARY KEY (account_id, environment, applicant_id),
  CONSTRAINT stated_people_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES applicants(account_id, environment, id) ON DELETE CASCADE,
  CONSTRAINT stated_people_account_id_subsidiary_id_fkey FOREIGN KEY (account_id, subsidiary_id) REFERENCES subsidiaries(account_id, id)
);
COMMENT ON TABLE stated_people IS 'The staff whom a client brought in, who were screened elsewhere.';
COMMENT ON COLUMN stated_people.sealed_details IS 'The job, the employee number, who did each screening, and its number or what it was about. Encrypted with the applicant''s key.';
COMMENT ON COLUMN stated_people.job_keys IS 'Blind keys of the job.';
COMMENT ON COLUMN stated_people.stated_by IS 'In the form of events.actor: who brought them in, or corrected them last.';
COMMENT ON COLUMN stated_people.left_at IS 'When they left, as the client says; null while they work. Of who was ordered for, their reports say it.';

CREATE TABLE stated_reports (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  applicant_id uuid NOT NULL,
  kind text NOT NULL,
  completed_on date NOT NULL,
  expires_on date,
  level text,
  CONSTRAINT stated_reports_pkey PRIMARY KEY (account_id, environment, applicant_id, kind),
  CONSTRAINT stated_reports_check CHECK ((expires_on >= completed_on)),
  CONSTRAINT stated_reports_check1 CHECK (((level IS NULL) OR (kind = 'criminal_record'::text))),
  CONSTRAINT stated_reports_kind_check CHECK ((kind = ANY (ARRAY['identity'::text, 'right_to_work'::text, 'criminal_record'::text, 'barred_list'::text, 'prohibition'::text, 'section_128'::text, 'qualifications'::text, 'abroad'::text, 'childcare'::text, 'employment'::text]))),
  CONSTRAINT stated_reports_level_check CHECK ((level = ANY (ARRAY['basic'::text, 'standard'::text, 'enhanced'::text]))),
  CONSTRAINT stated_reports_account_id_environment_applicant_id_fkey FOREIGN KEY (account_id, environment, applicant_id) REFERENCES stated_people(account_id, environment, applicant_id) ON DELETE CASCADE
);
COMMENT ON TABLE stated_reports IS 'What was screened of these people, by the kinds of the record of staff.';
COMMENT ON COLUMN stated_reports.level IS 'Of a criminal record; null where the client does not say it.';

CREATE TABLE subprocessor_versions (
  id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  purpose text NOT NULL,
  place text NOT NULL,
  holds_from date NOT NULL,
  mailed integer NOT NULL,
  is_listed boolean NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT subprocessor_versions_pkey PRIMARY KEY (id, version),
  CONSTRAINT subprocessor_versions_mailed_check CHECK ((mailed >= 0))
);
COMMENT ON TABLE subprocessor_versions IS 'Each version of a sub-processor of the operator (UK GDPR Art. 28(2)); each holds from its day until a later one does.';
COMMENT ON COLUMN subprocessor_versions.id IS 'Of the sub-processor, the same in all versions.';
COMMENT ON COLUMN subprocessor_versions.purpose IS 'What it does with the data of candidates.';
COMMENT ON COLUMN subprocessor_versions.place IS 'Where it does so.';
COMMENT ON COLUMN subprocessor_versions.holds_from IS 'The day from which the version holds, in the UK.';
COMMENT ON COLUMN subprocessor_versions.mailed IS 'How many administrators of clients got a mail about it; 0 for one that held already.';
COMMENT ON COLUMN subprocessor_versions.is_listed IS 'False in the version from whose day on it processes nothing any more.';
COMMENT ON COLUMN subprocessor_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER subprocessor_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.subprocessor_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE subsidiaries (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  external_id text,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT subsidiaries_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT subsidiaries_account_id_external_id_key UNIQUE (account_id, external_id),
  CONSTRAINT subsidiaries_name_check CHECK ((name <> ''::text)),
  CONSTRAINT subsidiaries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE subsidiaries IS 'Organisations of an account that orders can be placed for.';
COMMENT ON COLUMN subsidiaries.external_id IS 'The name of the subsidiary in the client''s own systems.';
COMMENT ON COLUMN subsidiaries.ended_at IS 'Since then it takes no order; null while it does.';

CREATE TABLE supplier_earlier_answers (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  request_id uuid NOT NULL,
  version smallint NOT NULL,
  sealed_words bytea NOT NULL,
  received_on date NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  replaced_because text NOT NULL,
  CONSTRAINT supplier_earlier_answers_pkey PRIMARY KEY (account_id, environment, request_id, version),
  CONSTRAINT supplier_earlier_answers_replaced_because_check CHECK ((replaced_because = ANY (ARRAY['supplier'::text, 'found_wrong'::text]))),
  CONSTRAINT supplier_earlier_answers_version_check CHECK ((version > 0)),
  CONSTRAINT supplier_earlier_answers_account_id_environment_request_id_fkey FOREIGN KEY (account_id, environment, request_id) REFERENCES supplier_requests(account_id, environment, id)
);
COMMENT ON TABLE supplier_earlier_answers IS 'What a supplier had answered before a corrected answer took its place; the newest answer stands in supplier_requests.';
COMMENT ON COLUMN supplier_earlier_answers.version IS 'From 1, of one request.';
COMMENT ON COLUMN supplier_earlier_answers.sealed_words IS 'As it was in supplier_requests.sealed_words.';
COMMENT ON COLUMN supplier_earlier_answers.recorded_by IS 'An actor, written as in events.';
COMMENT ON COLUMN supplier_earlier_answers.replaced_because IS 'supplier: the supplier corrected it; found_wrong: it was found wrong at the desk or by a client.';
CREATE TRIGGER supplier_earlier_answers_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.supplier_earlier_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE supplier_invoice_decisions (
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  line integer NOT NULL,
  decision text NOT NULL,
  words text NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT supplier_invoice_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT supplier_invoice_decisions_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'disputed'::text]))),
  CONSTRAINT supplier_invoice_decisions_invoice_id_line_fkey FOREIGN KEY (invoice_id, line) REFERENCES supplier_invoice_lines(invoice_id, line)
);
COMMENT ON TABLE supplier_invoice_decisions IS 'What somebody of the desk decided about a line of a supplier''s invoice; the newest counts.';
COMMENT ON COLUMN supplier_invoice_decisions.decided_by IS 'An actor, written as in events.';
CREATE INDEX supplier_invoice_decisions_of_line ON public.supplier_invoice_decisions USING btree (invoice_id, line, decided_at, id);
CREATE TRIGGER supplier_invoice_decisions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.supplier_invoice_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE supplier_invoice_lines (
  invoice_id uuid NOT NULL,
  line integer NOT NULL,
  request_id uuid,
  number text NOT NULL,
  found text NOT NULL,
  claimed_pence integer NOT NULL,
  expected_pence integer,
  CONSTRAINT supplier_invoice_lines_pkey PRIMARY KEY (invoice_id, line),
  CONSTRAINT supplier_invoice_lines_check CHECK ((((claimed_pence >= 0) AND (found <> 'credited'::text)) OR ((claimed_pence < 0) AND (found = ANY (ARRAY['credited'::text, 'unknown'::text]))))),
  CONSTRAINT supplier_invoice_lines_check1 CHECK ((((request_id IS NULL) = (found = 'unknown'::text)) AND ((request_id IS NULL) = (expected_pence IS NULL)))),
  CONSTRAINT supplier_invoice_lines_expected_pence_check CHECK ((expected_pence >= 0)),
  CONSTRAINT supplier_invoice_lines_found_check CHECK ((found = ANY (ARRAY['agreed'::text, 'price'::text, 'twice'::text, 'called_off'::text, 'credited'::text, 'unknown'::text]))),
  CONSTRAINT supplier_invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES supplier_invoices(id),
  CONSTRAINT supplier_invoice_lines_request_id_fkey FOREIGN KEY (request_id) REFERENCES supplier_requests(id)
);
COMMENT ON TABLE supplier_invoice_lines IS 'A line of a supplier''s invoice, and what the comparison with what was sent out found when it was loaded.';
COMMENT ON COLUMN supplier_invoice_lines.line IS 'Of the spreadsheet, from 2.';
COMMENT ON COLUMN supplier_invoice_lines.request_id IS 'The work that it charges; null if nothing like it was sent to the supplier.';
COMMENT ON COLUMN supplier_invoice_lines.number IS 'The numbers by which the supplier names what was not found; empty where it was found.';
COMMENT ON COLUMN supplier_invoice_lines.claimed_pence IS 'Less than 0 for what the supplier credits.';
COMMENT ON COLUMN supplier_invoice_lines.expected_pence IS 'What the work cost by then, as agreed.';
CREATE INDEX supplier_invoice_lines_of_request ON public.supplier_invoice_lines USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE TRIGGER supplier_invoice_lines_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.supplier_invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE supplier_invoice_marks (
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  kind text NOT NULL,
  marked_on date NOT NULL,
  words text NOT NULL,
  marked_by text NOT NULL,
  marked_at timestamp with time zone NOT NULL,
  CONSTRAINT supplier_invoice_marks_pkey PRIMARY KEY (id),
  CONSTRAINT supplier_invoice_marks_kind_check CHECK ((kind = ANY (ARRAY['paid'::text, 'not_paid'::text, 'discarded'::text]))),
  CONSTRAINT supplier_invoice_marks_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES supplier_invoices(id)
);
COMMENT ON TABLE supplier_invoice_marks IS 'That a supplier''s invoice was paid, or was loaded by mistake; the newest counts.';
COMMENT ON COLUMN supplier_invoice_marks.marked_on IS 'The day of the payment, or of the mark.';
COMMENT ON COLUMN supplier_invoice_marks.marked_by IS 'An actor, written as in events.';
CREATE INDEX supplier_invoice_marks_of_invoice ON public.supplier_invoice_marks USING btree (invoice_id, marked_at, id);
CREATE TRIGGER supplier_invoice_marks_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.supplier_invoice_marks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE supplier_invoices (
  id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  supplier_version integer NOT NULL,
  number text NOT NULL,
  dated_on date NOT NULL,
  sent_from date NOT NULL,
  sent_to date NOT NULL,
  loaded_by text NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  CONSTRAINT supplier_invoices_pkey PRIMARY KEY (id),
  CONSTRAINT supplier_invoices_check CHECK ((sent_to >= sent_from)),
  CONSTRAINT supplier_invoices_supplier_id_supplier_version_fkey FOREIGN KEY (supplier_id, supplier_version) REFERENCES supplier_versions(id, version)
);
COMMENT ON TABLE supplier_invoices IS 'What a supplier charges, as it was loaded from a spreadsheet. It names no candidate.';
COMMENT ON COLUMN supplier_invoices.number IS 'The supplier''s own number of it.';
COMMENT ON COLUMN supplier_invoices.sent_from IS 'It charges what was sent to the supplier from then until sent_to.';
COMMENT ON COLUMN supplier_invoices.loaded_by IS 'An actor, written as in events.';
CREATE INDEX supplier_invoices_of_supplier ON public.supplier_invoices USING btree (supplier_id, dated_on);
CREATE TRIGGER supplier_invoices_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.supplier_invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE supplier_requests (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid NOT NULL,
  check_id uuid NOT NULL,
  report_id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  supplier_version integer NOT NULL,
  batch_id uuid,
  status text NOT NULL,
  sealed_reference bytea NOT NULL,
  sealed_words bytea,
  cost_pence integer NOT NULL,
  sent_on date NOT NULL,
  promised_on date NOT NULL,
  expected_on date NOT NULL,
  chases smallint DEFAULT 0 NOT NULL,
  chased_on date,
  received_on date,
  sent_by text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  ended_by text,
  ended_at timestamp with time zone,
  corrected_on date,
  corrected_by text,
  corrected_at timestamp with time zone,
  CONSTRAINT supplier_requests_pkey PRIMARY KEY (account_id, environment, id),
  CONSTRAINT supplier_requests_check CHECK (((status = 'answered'::text) = (received_on IS NOT NULL))),
  CONSTRAINT supplier_requests_check1 CHECK ((((status = 'sent'::text) = (ended_at IS NULL)) AND ((ended_at IS NULL) = (ended_by IS NULL)))),
  CONSTRAINT supplier_requests_check2 CHECK (((num_nonnulls(corrected_on, corrected_by, corrected_at) = ANY (ARRAY[0, 3])) AND ((corrected_at IS NULL) OR (status = 'answered'::text)))),
  CONSTRAINT supplier_requests_cost_pence_check CHECK ((cost_pence >= 0)),
  CONSTRAINT supplier_requests_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'answered'::text, 'to_call_off'::text, 'cancelled'::text]))),
  CONSTRAINT supplier_requests_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id),
  CONSTRAINT supplier_requests_account_id_environment_report_id_fkey FOREIGN KEY (account_id, environment, report_id) REFERENCES reports(account_id, environment, id),
  CONSTRAINT supplier_requests_supplier_id_supplier_version_fkey FOREIGN KEY (supplier_id, supplier_version) REFERENCES supplier_versions(id, version)
);
COMMENT ON TABLE supplier_requests IS 'Work on a report that was sent out to a supplier: what was expected, what came, and what it costs.';
COMMENT ON COLUMN supplier_requests.supplier_version IS 'The version that the screener saw.';
COMMENT ON COLUMN supplier_requests.batch_id IS 'The same for all that was sent out at once; null if it was sent alone.';
COMMENT ON COLUMN supplier_requests.status IS 'to_call_off: the report ended, and the supplier must be told.';
COMMENT ON COLUMN supplier_requests.sealed_reference IS 'The supplier''s own number of the request, encrypted with the applicant''s key.';
COMMENT ON COLUMN supplier_requests.sealed_words IS 'What came, or why it was cancelled, encrypted with the applicant''s key.';
COMMENT ON COLUMN supplier_requests.cost_pence IS 'As agreed when it was sent, or as it is charged in the end; never told to clients.';
COMMENT ON COLUMN supplier_requests.promised_on IS 'When it was expected when it was sent; overdue work is counted by it.';
COMMENT ON COLUMN supplier_requests.expected_on IS 'When it is expected now: a chase may move it.';
COMMENT ON COLUMN supplier_requests.received_on IS 'When the first answer came; how late a supplier is counts from it.';
COMMENT ON COLUMN supplier_requests.sent_by IS 'An actor, written as in events; also ended_by and corrected_by.';
COMMENT ON COLUMN supplier_requests.corrected_on IS 'When the newest answer came; null while the first one stands.';
CREATE INDEX supplier_requests_by_day ON public.supplier_requests USING btree (account_id, environment, sent_on) INCLUDE (cost_pence);
CREATE UNIQUE INDEX supplier_requests_by_id ON public.supplier_requests USING btree (id);
CREATE INDEX supplier_requests_last_sent ON public.supplier_requests USING btree (environment, supplier_id, sent_at);
CREATE INDEX supplier_requests_of_batch ON public.supplier_requests USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX supplier_requests_of_check ON public.supplier_requests USING btree (account_id, environment, check_id);
CREATE INDEX supplier_requests_of_report ON public.supplier_requests USING btree (account_id, environment, report_id, sent_at);
CREATE INDEX supplier_requests_of_supplier ON public.supplier_requests USING btree (supplier_id, environment, sent_on);
CREATE INDEX supplier_requests_outstanding ON public.supplier_requests USING btree (environment, account_id, expected_on, id) WHERE (status = ANY (ARRAY['sent'::text, 'to_call_off'::text]));

CREATE TABLE supplier_versions (
  id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  kind text NOT NULL,
  countries text[] NOT NULL,
  types text[] NOT NULL,
  order_by text NOT NULL,
  order_at text NOT NULL,
  working_days smallint,
  cost_pence integer,
  data_role text NOT NULL,
  agreement_until date,
  country text NOT NULL,
  safeguard text NOT NULL,
  remarks text NOT NULL,
  is_listed boolean NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT supplier_versions_pkey PRIMARY KEY (id, version),
  CONSTRAINT supplier_versions_cost_pence_check CHECK ((cost_pence >= 0)),
  CONSTRAINT supplier_versions_data_role_check CHECK ((data_role = ANY (ARRAY['processor'::text, 'controller'::text]))),
  CONSTRAINT supplier_versions_working_days_check CHECK ((working_days > 0))
);
COMMENT ON TABLE supplier_versions IS 'Each version of an outside source; the newest one counts. It belongs to no client, and holds nothing of candidates.';
COMMENT ON COLUMN supplier_versions.id IS 'Of the supplier, the same in all its versions.';
COMMENT ON COLUMN supplier_versions.name_key IS 'The words of the name that tell organisations apart.';
COMMENT ON COLUMN supplier_versions.kind IS 'Of a closed list; order_by and safeguard too.';
COMMENT ON COLUMN supplier_versions.countries IS 'Whose records it searches, by three-letter codes; empty for every country.';
COMMENT ON COLUMN supplier_versions.types IS 'The report types that it serves, by `name` or `name:variant`; empty for every type.';
COMMENT ON COLUMN supplier_versions.order_at IS 'The address of its portal, its email or postal address, or its telephone number.';
COMMENT ON COLUMN supplier_versions.working_days IS 'Within how many working days it usually answers; null if that is not known.';
COMMENT ON COLUMN supplier_versions.cost_pence IS 'What one request usually costs; null if that is not known.';
COMMENT ON COLUMN supplier_versions.data_role IS 'Whether it is a processor or a controller of the personal data that it gets.';
COMMENT ON COLUMN supplier_versions.agreement_until IS 'Until when the signed agreement holds; null if there is none.';
COMMENT ON COLUMN supplier_versions.country IS 'Where it is established, by its three-letter code.';
COMMENT ON COLUMN supplier_versions.safeguard IS 'What allows the transfer of personal data to that country.';
COMMENT ON COLUMN supplier_versions.is_listed IS 'False in the version that took it out of the register.';
COMMENT ON COLUMN supplier_versions.author IS 'An actor, written as in events.';
CREATE TRIGGER supplier_versions_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.supplier_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE users (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  external_id text,
  subsidiary_ids uuid[],
  created_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  access_until date,
  withdrawn_at timestamp with time zone,
  away_from date,
  away_until date,
  cover_id uuid,
  mac bytea,
  CONSTRAINT users_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT users_account_id_external_id_key UNIQUE (account_id, external_id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_id_key UNIQUE (id),
  CONSTRAINT users_check CHECK (((withdrawn_at IS NULL) OR (disabled_at IS NOT NULL))),
  CONSTRAINT users_check1 CHECK ((away_until >= away_from)),
  CONSTRAINT users_check2 CHECK (((cover_id <> id) AND ((cover_id IS NULL) OR (away_from IS NOT NULL)))),
  CONSTRAINT users_email_check CHECK ((email = lower(email))),
  CONSTRAINT users_name_check CHECK ((name <> ''::text)),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['administrator'::text, 'standard'::text, 'requester'::text, 'approver'::text, 'identity_verifier'::text, 'decider'::text, 'compliance'::text, 'status_reader'::text, 'record_reader'::text, 'billing'::text, 'read_only'::text]))),
  CONSTRAINT users_subsidiary_ids_check CHECK (((subsidiary_ids <> '{}'::uuid[]) AND (array_position(subsidiary_ids, NULL::uuid) IS NULL))),
  CONSTRAINT users_account_id_cover_id_fkey FOREIGN KEY (account_id, cover_id) REFERENCES users(account_id, id),
  CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE users IS 'People who work for an account and sign in to the client portal.';
COMMENT ON COLUMN users.external_id IS 'The name of the user in the client''s own systems.';
COMMENT ON COLUMN users.subsidiary_ids IS 'The subsidiaries that they are held to, the first of them that of what they add without a choice; null for the whole account.';
COMMENT ON COLUMN users.access_until IS 'The last day on which they sign in, in the UK; null if none is set. After it a job disables them.';
COMMENT ON COLUMN users.withdrawn_at IS 'Their invitation was withdrawn before they signed in: no list has them, and the address is free. Their name stays for the history.';
COMMENT ON COLUMN users.away_from IS 'The first day on which they are away; null if nobody said that they are.';
COMMENT ON COLUMN users.away_until IS 'The last day on which they are away; after it the two days say nothing any more.';
COMMENT ON COLUMN users.cover_id IS 'The colleague to whom what waits for them also goes on these days, as far as that colleague may see and do it; null for nobody.';
COMMENT ON COLUMN users.mac IS 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
CREATE INDEX users_by_cover ON public.users USING btree (account_id, cover_id) WHERE (cover_id IS NOT NULL);
CREATE TRIGGER one_portal_per_email BEFORE INSERT OR UPDATE OF email ON public.users FOR EACH ROW EXECUTE FUNCTION refuse_email_of_another_portal();
CREATE TRIGGER user_changes_are_announced AFTER UPDATE OF role, disabled_at, subsidiary_ids ON public.users FOR EACH STATEMENT EXECUTE FUNCTION announce_api_key_change();
CREATE TRIGGER users_of_subsidiaries BEFORE INSERT OR UPDATE OF account_id, subsidiary_ids ON public.users FOR EACH ROW WHEN ((new.subsidiary_ids IS NOT NULL)) EXECUTE FUNCTION refuse_subsidiary_of_another_account();

CREATE TABLE webhook_alerts (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  webhook_id uuid NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  failing_since timestamp with time zone,
  CONSTRAINT webhook_alerts_pkey PRIMARY KEY (account_id, environment, webhook_id),
  CONSTRAINT webhook_alerts_account_id_webhook_id_fkey FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks(account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE webhook_alerts IS 'When the administrators of an account last got a mail that an endpoint fails: at most one an hour.';
COMMENT ON COLUMN webhook_alerts.failing_since IS 'The start of the failures that the mail was about; null where it was only about exhausted deliveries.';

CREATE TABLE webhook_attempts (
  account_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  number smallint NOT NULL,
  started_at timestamp with time zone NOT NULL,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  total_ms integer NOT NULL,
  status smallint,
  reason text,
  answer text,
  manual boolean DEFAULT false NOT NULL,
  environment environment NOT NULL,
  webhook_id uuid NOT NULL,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (account_id, delivery_id, number)
);
COMMENT ON TABLE webhook_attempts IS 'One row for each request that was sent. There is no foreign key to the delivery: the statement that records an attempt has just changed its delivery, and the key would take a sixth of its time.';
COMMENT ON COLUMN webhook_attempts.reason IS 'The class of failure; null where the delivery was acknowledged.';
CREATE INDEX webhook_attempts_newest_first ON public.webhook_attempts USING btree (account_id, webhook_id, environment, started_at DESC, delivery_id DESC, number DESC) INCLUDE (reason);

CREATE TABLE webhook_deliveries (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  id uuid DEFAULT uuidv7() NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid,
  status text DEFAULT 'due'::text NOT NULL,
  due_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  leased_by text,
  leased_until timestamp with time zone,
  body bytea,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  first_attempt_at timestamp with time zone,
  finished_at timestamp with time zone,
  kind text DEFAULT 'event'::text NOT NULL,
  sequence bigint,
  ordered_check_id uuid,
  manual boolean DEFAULT false NOT NULL,
  manual_attempts smallint DEFAULT 0 NOT NULL,
  planned_at timestamp with time zone,
  reason text,
  sent_url text,
  sealed_sent_hash bytea,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT webhook_deliveries_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'test'::text]))),
  CONSTRAINT webhook_deliveries_leased CHECK (((leased_by IS NULL) OR (status = 'due'::text))),
  CONSTRAINT webhook_deliveries_of_events CHECK (((kind = 'event'::text) = (event_id IS NOT NULL))),
  CONSTRAINT webhook_deliveries_reason CHECK (((status = 'exhausted'::text) = (reason IS NOT NULL))),
  CONSTRAINT webhook_deliveries_reason_check CHECK ((reason = ANY (ARRAY['attempts_used'::text, 'window_over'::text, 'webhook_disabled'::text, 'environment_removed'::text, 'resend_failed'::text]))),
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['due'::text, 'delivered'::text, 'exhausted'::text]))),
  CONSTRAINT webhook_deliveries_account_id_environment_event_id_fkey FOREIGN KEY (account_id, environment, event_id) REFERENCES events(account_id, environment, id),
  CONSTRAINT webhook_deliveries_account_id_webhook_id_fkey FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks(account_id, id) ON DELETE CASCADE
) WITH (fillfactor=40, autovacuum_vacuum_scale_factor=0.05);
COMMENT ON TABLE webhook_deliveries IS 'The notifications of each webhook: one row for each event and webhook.';
COMMENT ON COLUMN webhook_deliveries.body IS 'The exact bytes that are signed and sent. They are stored before the first attempt, and each resend repeats them.';
COMMENT ON COLUMN webhook_deliveries.kind IS '`test` is sent on request: it has its body from the start, no event and no sequence, and is always `manual`.';
COMMENT ON COLUMN webhook_deliveries.sequence IS '1, 2, 3, … for each webhook, without a gap. A delivery gets it when it is first claimed or given up for its age, and each resend repeats it.';
COMMENT ON COLUMN webhook_deliveries.ordered_check_id IS 'The check whose earlier deliveries this one waits for; null where the webhook is not ordered.';
COMMENT ON COLUMN webhook_deliveries.manual IS 'The attempt that is due was requested: it is made whatever the age, and no new automatic one follows it. To resend: status `due`, due_at now(), manual true, planned_at as described there, finished_at and reason null; not while leased.';
COMMENT ON COLUMN webhook_deliveries.manual_attempts IS 'How many of `attempts` were manual. They do not count towards the five automatic ones.';
COMMENT ON COLUMN webhook_deliveries.planned_at IS 'When the automatic attempt was due that waits behind a manual one. It follows if the manual one fails. null where the delivery was finished.';
COMMENT ON COLUMN webhook_deliveries.reason IS 'Why an exhausted delivery ended: five attempts failed, 12 hours passed, the webhook was disabled, it lost the environment, or a manual attempt failed.';
COMMENT ON COLUMN webhook_deliveries.sent_url IS 'The URL that it was sent to, for the history of interface v1; null where nothing was sent yet, and in interface v2.';
COMMENT ON COLUMN webhook_deliveries.sealed_sent_hash IS 'The authorisation hash that it was sent with, encrypted for its webhook; null beside a sent_url where it was sent without.';
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (created_at) WHERE ((status = 'due'::text) AND (NOT manual));
CREATE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (account_id, environment, event_id);
CREATE INDEX webhook_deliveries_by_webhook ON public.webhook_deliveries USING btree (account_id, webhook_id, created_at DESC);
CREATE INDEX webhook_deliveries_due_by_webhook ON public.webhook_deliveries USING btree (account_id, webhook_id, due_at) WHERE (status = 'due'::text);
CREATE INDEX webhook_deliveries_exhausted ON public.webhook_deliveries USING btree (account_id, webhook_id, finished_at) WHERE (status = 'exhausted'::text);
CREATE INDEX webhook_deliveries_manual ON public.webhook_deliveries USING btree (account_id, webhook_id, due_at) WHERE ((status = 'due'::text) AND manual);
CREATE INDEX webhook_deliveries_ordered ON public.webhook_deliveries USING btree (account_id, webhook_id, ordered_check_id, id) WHERE ((status = 'due'::text) AND (ordered_check_id IS NOT NULL));
CREATE INDEX webhook_deliveries_retried ON public.webhook_deliveries USING btree (account_id, webhook_id, due_at) WHERE ((status = 'due'::text) AND (attempts > 0));
CREATE TRIGGER delete_attempts_with_delivery AFTER DELETE ON public.webhook_deliveries REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_attempts_of_deleted_deliveries();

CREATE TABLE webhook_health (
  account_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  last_sequence bigint DEFAULT 0 NOT NULL,
  next_slot_at timestamp with time zone,
  consecutive_failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp with time zone,
  open_until timestamp with time zone,
  pauses smallint DEFAULT 0 NOT NULL,
  last_delivered_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  CONSTRAINT webhook_health_pkey PRIMARY KEY (account_id, webhook_id),
  CONSTRAINT webhook_health_account_id_webhook_id_fkey FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks(account_id, id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON TABLE webhook_health IS 'How the endpoint of each webhook responds. Only the delivery workers write it.';
COMMENT ON COLUMN webhook_health.last_sequence IS 'The last sequence number that a delivery got.';
COMMENT ON COLUMN webhook_health.next_slot_at IS 'Where the webhook has a rate limit: nothing is sent before this.';
COMMENT ON COLUMN webhook_health.consecutive_failures IS 'Failed attempts since the last successful one, over all deliveries.';
COMMENT ON COLUMN webhook_health.failing_since IS 'When the first of the consecutive failures started.';
COMMENT ON COLUMN webhook_health.open_until IS 'null while the circuit breaker is closed. Otherwise nothing is sent before this, and then one delivery as a probe.';
COMMENT ON COLUMN webhook_health.pauses IS 'How often in a row the circuit breaker has opened.';

CREATE TABLE webhooks (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  interface text NOT NULL,
  url text NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  environments text[] NOT NULL,
  live_confirmed boolean DEFAULT false NOT NULL,
  events text[],
  sealed_secret bytea NOT NULL,
  sealed_previous_secret bytea,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  max_per_second integer,
  ordered boolean DEFAULT false NOT NULL,
  sealed_authorisation_hash bytea,
  deleted_at timestamp with time zone,
  CONSTRAINT webhooks_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT webhooks_deleted_are_disabled CHECK (((deleted_at IS NULL) OR (NOT enabled))),
  CONSTRAINT webhooks_environments_check CHECK ((environments <@ ARRAY['live'::text, 'test'::text])),
  CONSTRAINT webhooks_interface_check CHECK ((interface = ANY (ARRAY['v1'::text, 'v2'::text]))),
  CONSTRAINT webhooks_max_per_second_check CHECK ((max_per_second > 0)),
  CONSTRAINT webhooks_v1 CHECK (((interface <> 'v1'::text) OR ((cardinality(environments) = 1) AND (events IS NOT NULL)))),
  CONSTRAINT webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE webhooks IS 'Where an account gets its notifications. A v2 webhook belongs to the account, a v1 webhook to one environment.';
COMMENT ON COLUMN webhooks.environments IS 'For interface v1 always one: the environment that the webhook belongs to.';
COMMENT ON COLUMN webhooks.live_confirmed IS 'A webhook that a test key registered for live events gets none until a live key confirms it.';
COMMENT ON COLUMN webhooks.events IS 'The event types that it gets; null for all that notify. Never null for interface v1.';
COMMENT ON COLUMN webhooks.max_per_second IS 'The most deliveries in a second, over all processes; null for no limit.';
COMMENT ON COLUMN webhooks.ordered IS 'Whether a later event of a check waits until the earlier ones of that check are delivered or exhausted. A change applies to later events.';
COMMENT ON COLUMN webhooks.sealed_authorisation_hash IS 'Interface v1: the SHA-1 of the authorisationToken, which is sent in clear with each delivery; null for none.';
COMMENT ON COLUMN webhooks.deleted_at IS 'A deleted webhook is hidden at once. Its deliveries are removed in batches, and then its row.';
CREATE UNIQUE INDEX webhooks_by_url ON public.webhooks USING btree (account_id, url) WHERE ((interface = 'v2'::text) AND (deleted_at IS NULL));
CREATE INDEX webhooks_deleted ON public.webhooks USING btree (account_id, id) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER create_webhook_health AFTER INSERT ON public.webhooks FOR EACH ROW EXECUTE FUNCTION create_webhook_health();

CREATE TABLE work_start_risks (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  id uuid NOT NULL,
  sealed_text bytea NOT NULL,
  sealed_supervisor bytea NOT NULL,
  sealed_longer bytea NOT NULL,
  sealed_before_limited bytea NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT work_start_risks_pkey PRIMARY KEY (account_id, environment, check_id, id),
  CONSTRAINT work_start_risks_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE work_start_risks IS 'How the client manages the risk of a start before the screening is complete, and who supervises; the newest stands.';
COMMENT ON COLUMN work_start_risks.sealed_text IS 'Encrypted with the applicant''s key.';
COMMENT ON COLUMN work_start_risks.sealed_supervisor IS 'Who supervises, for people who read no results, encrypted with the applicant''s key; empty if nobody is named.';
COMMENT ON COLUMN work_start_risks.sealed_longer IS 'Why the screening may take longer than the standard of the package allows, encrypted with the applicant''s key; empty if it may not.';
COMMENT ON COLUMN work_start_risks.sealed_before_limited IS 'Why they may start before limited screening is complete, encrypted with the applicant''s key; empty if it is.';
COMMENT ON COLUMN work_start_risks.recorded_by IS 'In the form of events.actor.';
CREATE TRIGGER work_start_risks_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.work_start_risks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE work_starts (
  account_id uuid NOT NULL,
  environment environment NOT NULL,
  check_id uuid NOT NULL,
  id uuid NOT NULL,
  starts_on date NOT NULL,
  has_started boolean NOT NULL,
  without_clearance boolean DEFAULT false NOT NULL,
  complete_by date,
  agreed_at timestamp with time zone,
  stopped_on date,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT work_starts_pkey PRIMARY KEY (account_id, environment, check_id),
  CONSTRAINT work_starts_check CHECK ((complete_by >= starts_on)),
  CONSTRAINT work_starts_check1 CHECK (((complete_by IS NULL) = (agreed_at IS NULL))),
  CONSTRAINT work_starts_check2 CHECK ((has_started OR (NOT without_clearance))),
  CONSTRAINT work_starts_stopped_without_clearance CHECK (((stopped_on IS NULL) OR (without_clearance AND (stopped_on >= starts_on)))),
  CONSTRAINT work_starts_account_id_environment_check_id_fkey FOREIGN KEY (account_id, environment, check_id) REFERENCES checks(account_id, environment, id)
);
COMMENT ON TABLE work_starts IS 'The first day of work of the candidate of a check, planned or past, as the client says.';
COMMENT ON COLUMN work_starts.has_started IS 'Whether somebody said that they started; until then the day is planned.';
COMMENT ON COLUMN work_starts.without_clearance IS 'They started while the screening went on and nobody had agreed to it, or without a right to work; stays where that is put right later.';
COMMENT ON COLUMN work_starts.complete_by IS 'Until when the screening must be complete, if they start before it is; null if they start once it is.';
COMMENT ON COLUMN work_starts.agreed_at IS 'When the client last said that they may start before it is complete.';
COMMENT ON COLUMN work_starts.stopped_on IS 'The last day on which somebody worked who had started without clearance, and stopped until they are cleared; null while they go on.';
COMMENT ON COLUMN work_starts.recorded_by IS 'In the form of events.actor.';
CREATE INDEX work_starts_by_end ON public.work_starts USING btree (account_id, environment, complete_by) WHERE (complete_by IS NOT NULL);
CREATE INDEX work_starts_planned ON public.work_starts USING btree (account_id, environment, starts_on) WHERE (NOT has_started);

CREATE VIEW sign_in_users AS
 SELECT users.id,
    users.name,
    users.email,
    true AS email_verified,
    NULL::text AS image,
    users.created_at,
    users.created_at AS updated_at
   FROM users
  WHERE ((users.disabled_at IS NULL) AND COALESCE((users.access_until >= ((now() AT TIME ZONE 'Europe/London'::text))::date), true))
UNION ALL
 SELECT desk_users.id,
    desk_users.name,
    desk_users.email,
    true AS email_verified,
    NULL::text AS image,
    desk_users.created_at,
    desk_users.created_at AS updated_at
   FROM desk_users
  WHERE ((desk_users.disabled_at IS NULL) AND COALESCE((desk_users.access_until >= ((now() AT TIME ZONE 'Europe/London'::text))::date), true));
COMMENT ON VIEW sign_in_users IS 'The user table of the sign-in library: everybody who may sign in now. Disabling a user, or the end of their access, ends every session of theirs at once.';

CREATE VIEW webhook_deliveries_waiting AS
 SELECT d.account_id,
    d.environment,
    d.webhook_id,
    d.id,
    d.created_at,
    GREATEST(d.due_at, plausible_pause(h.open_until), plausible_slot(h.next_slot_at)) AS due_at
   FROM (webhook_deliveries d
     JOIN webhook_health h ON (((h.account_id = d.account_id) AND (h.webhook_id = d.webhook_id))))
  WHERE (d.status = 'due'::text);
COMMENT ON VIEW webhook_deliveries_waiting IS 'When each due delivery can be sent. A pause or a rate limit delays all deliveries of an endpoint by its one row of webhook_health.';

CREATE OR REPLACE FUNCTION public.advance_applicant_list_horizon()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  horizon applicant_list_horizon;
  latest bigint;
  writing text[];
begin
  select * into horizon from applicant_list_horizon for update skip locked;
  if not found then
    return;
  end if;
  select case when is_called then last_value else 0 end into latest from applicants_seq_seq;
  -- The locks are read after the number: a transaction takes its lock before it draws a number and holds it until it ends.
  -- The oldest running transaction id would not do, because a number may be drawn before the transaction has an id.
  select coalesce(array_agg(distinct virtualtransaction), '{}') into writing
  from pg_locks
  where locktype = 'relation' and relation = 'applicants'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database());
  if horizon.writers && writing or latest = horizon.safe then
    return;
  end if;
  update applicant_list_horizon
  set safe = case when writing = '{}' then latest else drawn end, drawn = latest, writers = writing;
end
$function$;

CREATE OR REPLACE FUNCTION public.announce_api_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('api_keys', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.applicant_list_position(of_account uuid, of_environment environment, skipped bigint, OUT total bigint, OUT from_seq bigint, OUT leave_out bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
declare
  list applicant_lists;
  tail bigint;
  super_number integer;
begin
  select * into list from applicant_lists l where l.account_id = of_account and l.environment = of_environment;
  select count(*) into tail from applicants a
  where a.account_id = of_account and a.environment = of_environment and a.erased_at is null
    and a.seq > coalesce(list.folded_seq, 0);
  total := coalesce(list.live, 0) + tail;
  leave_out := 0;
  if skipped >= total then
    from_seq := 0;
    return;
  end if;
  if skipped < tail then
    from_seq := 9223372036854775807;
    leave_out := skipped;
    return;
  end if;
  leave_out := skipped - tail;
  -- Add up the super-blocks from the nearer end.
  if leave_out <= list.live / 2 then
    select s.number, leave_out - s.newer into super_number, leave_out
    from (
      select number, live, sum(live) over (order by number desc rows unbounded preceding) - live as newer
      from applicant_list_super_blocks where account_id = of_account and environment = of_environment
    ) s
    where s.newer + s.live > leave_out order by s.number desc limit 1;
  else
    select s.number, leave_out - (list.live - s.up_to_here) into super_number, leave_out
    from (
      select number, sum(live) over (order by number rows unbounded preceding) as up_to_here
      from applicant_list_super_blocks where account_id = of_account and environment = of_environment
    ) s
    where s.up_to_here >= list.live - leave_out order by s.number limit 1;
  end if;
  select b.last_seq, leave_out - b.newer into from_seq, leave_out
  from (
    select number, last_seq, live, sum(live) over (order by number desc rows unbounded preceding) - live as newer
    from applicant_list_blocks
    where account_id = of_account and environment = of_environment
      and number between super_number * 100 and super_number * 100 + 99
  ) b
  where b.newer + b.live > leave_out order by b.number desc limit 1;
end
$function$;

CREATE OR REPLACE FUNCTION public.applicants_by_key(of_account uuid, of_environment environment, keys bigint[])
 RETURNS TABLE(key bigint, id uuid)
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER ROWS 10
BEGIN ATOMIC
 SELECT k.key,
     a.id
    FROM (applicants a
      CROSS JOIN LATERAL unnest(a.search_keys) k(key))
   WHERE (is_served(applicants_by_key.of_account) AND (a.account_id = applicants_by_key.of_account) AND ((a.environment)::text = (applicants_by_key.of_environment)::text) AND (a.search_keys && applicants_by_key.keys) AND (k.key = ANY (applicants_by_key.keys)));
END;

CREATE OR REPLACE FUNCTION public.applicants_with_keys(of_account uuid, of_environment environment, keys bigint[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER ROWS 10
BEGIN ATOMIC
 SELECT a.id
    FROM applicants a
   WHERE (is_served(applicants_with_keys.of_account) AND (a.account_id = applicants_with_keys.of_account) AND ((a.environment)::text = (applicants_with_keys.of_environment)::text) AND (a.search_keys @> applicants_with_keys.keys));
END;

CREATE OR REPLACE FUNCTION public.begin_applicant_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into applicant_lists (account_id, environment)
  select new.id, environment from unnest(array['live', 'test']) environment;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.checks_with_all_reference_keys(of_account uuid, of_environment environment, keys bigint[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER ROWS 10
BEGIN ATOMIC
 SELECT c.id
    FROM checks c
   WHERE (is_served(checks_with_all_reference_keys.of_account) AND (c.account_id = checks_with_all_reference_keys.of_account) AND ((c.environment)::text = (checks_with_all_reference_keys.of_environment)::text) AND (c.reference_keys @> checks_with_all_reference_keys.keys));
END;

CREATE OR REPLACE FUNCTION public.checks_with_reference_keys(of_account uuid, of_environment environment, keys bigint[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER ROWS 10
BEGIN ATOMIC
 SELECT c.id
    FROM checks c
   WHERE (is_served(checks_with_reference_keys.of_account) AND (c.account_id = checks_with_reference_keys.of_account) AND ((c.environment)::text = (checks_with_reference_keys.of_environment)::text) AND (c.reference_keys && checks_with_reference_keys.keys));
END;

CREATE OR REPLACE FUNCTION public.create_deliveries_of_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_deliveries (account_id, environment, webhook_id, event_id, ordered_check_id, due_at)
  select e.account_id, e.environment, w.id, e.id, case when w.ordered then e.check_id end,
    -- A delivery that waits for an earlier one is not due before that one is.
    greatest(clock_timestamp(), case when w.ordered then (
      select max(earlier.due_at) from webhook_deliveries earlier
      where earlier.account_id = e.account_id and earlier.webhook_id = w.id and earlier.status = 'due'
        and earlier.ordered_check_id = e.check_id) end)
  from new_events e
  join webhooks w on w.account_id = e.account_id
  where e.notifies
    and w.enabled
    and e.environment = any (w.environments)
    and (e.environment = 'test' or w.live_confirmed)
    and case w.interface
      when 'v1' then order_event(e.type, e.detail) = any (w.events)
      -- Interface v2 does not know this event (event-types.ts: only v1).
      else e.type <> 'check.identity_confirmed' and (w.events is null or e.type = any (w.events))
    end
  order by e.id
  -- A webhook that is being deleted is waited for and then left out; its delivery would break the foreign key.
  for key share of w;
  if found then
    perform pg_notify('webhook_deliveries', '');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_webhook_health()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_health (account_id, webhook_id) values (new.account_id, new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_attempts_of_deleted_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  delete from webhook_attempts a using deleted d where a.account_id = d.account_id and a.delivery_id = d.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.email_is_taken(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER
BEGIN ATOMIC
 SELECT ((EXISTS ( SELECT
            FROM users u
           WHERE (u.email = email_is_taken.address))) OR (EXISTS ( SELECT
            FROM desk_users d
           WHERE (d.email = email_is_taken.address))));
END;

CREATE OR REPLACE FUNCTION public.fold_applicant_list(of_account uuid, of_environment environment, most_blocks integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  list applicant_lists;
  packed_blocks integer;
begin
  select * into list from applicant_lists l
  where l.account_id = of_account and l.environment = of_environment for update skip locked;
  if not found then
    return 0;
  end if;
  with unfolded as (
    select a.seq from applicants a
    where a.account_id = of_account and a.environment = of_environment
      and a.erased_at is null and a.seq > list.folded_seq and a.seq <= (select safe from applicant_list_horizon)
    order by a.seq limit most_blocks * 100
  ), runs as (
    select seq, (row_number() over (order by seq) - 1) / 100 as run from unfolded
  ), packed as (
    insert into applicant_list_blocks (account_id, environment, number, last_seq, live)
    select of_account, of_environment, list.blocks + run, max(seq), 100 from runs group by run having count(*) = 100
    returning number, last_seq, live
  ), packed_again as (
    insert into applicant_list_super_blocks as super (account_id, environment, number, live)
    select of_account, of_environment, number / 100, sum(live) from packed group by number / 100
    on conflict (account_id, environment, number) do update set live = super.live + excluded.live
  )
  update applicant_lists l
  set folded_seq = p.last_seq, blocks = l.blocks + p.blocks, live = l.live + p.live
  from (select count(*) as blocks, max(last_seq) as last_seq, sum(live) as live from packed) p
  where l.account_id = of_account and l.environment = of_environment and p.blocks > 0
  returning p.blocks into packed_blocks;
  return coalesce(packed_blocks, 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.is_reopened(line charges)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from reopened_charges r where (r.account_id, r.environment, r.about_id, r.kind, r.number, r.invoice_id)
      = (line.account_id, line.environment, line.about_id, line.kind, line.number, line.invoice_id))
$function$;

CREATE OR REPLACE FUNCTION public.is_served(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE((account = ANY ((string_to_array(NULLIF(current_setting('probity.accounts'::text, true), ''::text), ','::text))::uuid[])), true);

CREATE OR REPLACE FUNCTION public.lists_that_named(of_account uuid, of_environment environment, ids text[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER ROWS 10
BEGIN ATOMIC
 SELECT e.id
    FROM events e
   WHERE (is_served(lists_that_named.of_account) AND (e.account_id = lists_that_named.of_account) AND ((e.environment)::text = (lists_that_named.of_environment)::text) AND (e.type = ANY (ARRAY['account.applicants_listed'::text, 'account.checks_listed'::text, 'account.emails_listed'::text])) AND ((e.detail -> 'ids'::text) ?| lists_that_named.ids));
END;

CREATE OR REPLACE FUNCTION public.next_order_number()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
RETURN nextval('checks_order_id_seq'::regclass);

CREATE OR REPLACE FUNCTION public.order_event(type text, detail jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((type = 'check.completed'::text) AND (detail ? 'withdrawn'::text)) THEN 'check.withdrawn'::text ELSE type END;

CREATE OR REPLACE FUNCTION public.plausible_pause(open_until timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (open_until <= (now() + '00:06:00'::interval)) THEN open_until ELSE NULL::timestamp with time zone END;

CREATE OR REPLACE FUNCTION public.plausible_slot(next_slot_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (next_slot_at <= (now() + '00:00:02'::interval)) THEN next_slot_at ELSE NULL::timestamp with time zone END;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a row of % is never changed or removed', tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_email_of_another_portal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('portal email'), hashtext(new.email));
  if tg_table_name = 'users' and exists (select from desk_users d where d.email = new.email)
    or tg_table_name = 'desk_users' and exists (select from users u where u.email = new.email) then
    raise unique_violation using message = 'this address belongs to a user of another portal',
      table = tg_table_name, constraint = 'one_portal_per_email';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_subsidiary_of_another_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from unnest(new.subsidiary_ids) as held(id)
    where not exists (select from subsidiaries s where (s.account_id, s.id) = (new.account_id, held.id))
  ) then
    raise foreign_key_violation using message = 'a user is held to subsidiaries of their account alone',
      table = 'users', constraint = 'users_of_subsidiaries';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.unlist_applicants(of_account uuid, of_environment environment, seqs bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  list applicant_lists;
begin
  -- Lock the list in a statement of its own, so that the next statement sees what another transaction has just packed.
  select * into list from applicant_lists l
  where l.account_id = of_account and l.environment = of_environment for update;
  with gone as (
    select block.number, count(*) as applicants
    from unnest(seqs) as gone(seq)
    cross join lateral (
      select b.number from applicant_list_blocks b
      where b.account_id = of_account and b.environment = of_environment and b.last_seq >= gone.seq
      order by b.last_seq limit 1
    ) block
    where gone.seq <= list.folded_seq
    group by block.number
  ), blocks as (
    update applicant_list_blocks b set live = b.live - gone.applicants
    from gone
    where b.account_id = of_account and b.environment = of_environment and b.number = gone.number
  ), super_blocks as (
    update applicant_list_super_blocks s set live = s.live - g.applicants
    from (select number / 100 as number, sum(applicants) as applicants from gone group by number / 100) g
    where s.account_id = of_account and s.environment = of_environment and s.number = g.number
  )
  update applicant_lists l set live = l.live - g.applicants
  from (select sum(applicants) as applicants from gone) g
  where l.account_id = of_account and l.environment = of_environment and g.applicants > 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.unlist_deleted_applicants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Always in the same order, so that two transactions that delete from several lists cannot deadlock.
  perform unlist_applicants(d.account_id, d.environment, d.seqs)
  from (
    select account_id, environment, array_agg(seq) as seqs from deleted where erased_at is null
    group by account_id, environment order by account_id, environment
  ) d;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unlist_erased_applicant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform unlist_applicants(new.account_id, new.environment, array[new.seq]);
  return null;
end
$function$;
