-- needs 0105_questions_in_throttles.sql
-- How many questions somebody asked in the last minute is a row of throttles, like other tries.
drop table ai_rates;
