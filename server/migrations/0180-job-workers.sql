-- Expands.
-- Worker processes and the jobs that each of them is running, so that those of a killed one go on within seconds (decision 164).
create table job_workers (
  -- Also the second key of the advisory lock that the process keeps.
  id integer generated always as identity primary key,
  beat_at timestamptz not null
);
create table running_jobs (
  job_id uuid primary key,
  -- Which try of the job it is, as pg-boss counts them.
  attempt integer not null,
  queue text not null,
  worker_id integer not null references job_workers on delete cascade
);
create index running_jobs_worker on running_jobs (worker_id);
