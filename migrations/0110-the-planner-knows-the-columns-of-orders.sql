-- 0090 made columns and did not say so.
select tell_planner_of_new_tables();
