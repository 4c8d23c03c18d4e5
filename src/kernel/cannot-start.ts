/** What stops a start: one line for the operator. */
export class CannotStart extends Error {}
