-- Of the items that have ended: those that were at the destination already, with the same content.
alter table transfers add column identical int not null default 0;
