import { ButtonLink } from '../ui/navigation/links.tsx';

/** The action of a page that has nothing to show. */
export const toDirectory = (
  <ButtonLink to="/directory" variant="default">
    Go to Directory
  </ButtonLink>
);
