-- Null: two-factor authentication without an authenticator app. The second factor is a passkey, or a recovery code.
alter table two_factor alter column secrets drop not null;
