/** A person gets one mail of a workspace in this time, about all that was shared. */
export const newsIntervalSeconds = 5 * 60;

/** Mails that one person's shares cause in an hour. The others leave when the hour is over. */
export const maxMailsOfSender = { times: 500, seconds: 3600 };
