/** Whether the organization `o` requires two-factor authentication and the person `u` has not set it up. */
export const lacksTwoFactor = `(o.two_factor_required and not exists (
    select 1 from two_factor f where f.user_id = u.id and f.confirmed_at is not null))`;
