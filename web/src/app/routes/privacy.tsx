import { Text, Title } from '@mantine/core';
import classes from './privacy.module.css';

const sections: readonly { title: string; text: string }[] = [
  {
    title: 'Who’s responsible',
    text: 'Sheaf is a program that your organization or its provider runs on its own servers. They decide who uses it and how long data is kept. Ask them if you want to know, correct or delete what is stored about you.',
  },
  {
    title: 'What is stored',
    text: 'Your name, email address, picture and a hash of your password. The workspaces you belong to and your role in them. Your labels, collections, shares and uploads. For apps you connect: an encrypted key for access, and copies of the files you choose to sync. What happened to a file: who opened, shared, labeled or downloaded it, and when. Your active sessions, with browser and network address.',
  },
  {
    title: 'Who sees your files',
    text: 'You, the people you share them with, and anyone who has a public link you created. Owners and admins of a workspace manage its members, but don’t see their files. People who run the server can technically reach what is stored on it.',
  },
  {
    title: 'What leaves the server',
    text: 'Sheaf sends nothing to its makers: no usage statistics, no advertising, no trackers. It talks to the apps you connect, and to an email server. Documents that exist only in Google Drive open in Google’s own pages. If the administrator turned on Microsoft’s viewer, Office files you open are fetched by it.',
  },
  {
    title: 'In your browser',
    text: 'Sheaf uses no cookies. Your sign-in, your current workspace and a few display settings are kept in the browser’s storage until you sign out or clear it.',
  },
  {
    title: 'Deleting',
    text: 'Disconnecting an app removes Sheaf’s access to it; deleting it here removes the copies too. Deleted uploads can be restored from the trash for 30 days. A deleted workspace can be restored for 30 days, then everything in it is removed.',
  },
];

/** For servers whose operator has no page of their own (PRIVACY_URL). */
export function Page() {
  return (
    <article className={classes.page}>
      <Title order={1}>Privacy</Title>
      {sections.map(({ title, text }) => (
        <section key={title}>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text>{text}</Text>
        </section>
      ))}
    </article>
  );
}
