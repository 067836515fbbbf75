import classes from './sandbox-badge.module.css';

/** This installation talks to a miniature of the provider, not to the provider. */
export function SandboxBadge() {
  return <span className={classes.badge}>Sandbox</span>;
}
