-- Whoever was an admin once stays known as one who was.
create function airlock.remember_admin()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.ever_admin := new.role = 'admin' or (tg_op = 'UPDATE' and old.ever_admin);
  return new;
end
$$;
