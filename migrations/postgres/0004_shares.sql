-- How much each seat has written, in all and in the newest day it wrote in: nobody takes the day from the others.
CREATE TABLE shares (
    table_id BYTEA  NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     BIGINT NOT NULL,
    bytes    BIGINT NOT NULL,
    day      BIGINT NOT NULL,
    of_day   BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);

-- What those wrote who were shown out counts for nobody else.
INSERT INTO shares (table_id, seat, bytes, day, of_day)
SELECT encounters.table_id, events.seat, SUM(LENGTH(events.body) + 100), 0, 0
FROM events JOIN encounters ON encounters.id = events.encounter_id
WHERE events.seat IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM seats WHERE seats.table_id = encounters.table_id AND seats.seat = events.seat
    AND seats.revoked_by != seats.seat
)
GROUP BY encounters.table_id, events.seat;
