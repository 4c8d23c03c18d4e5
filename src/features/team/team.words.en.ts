/** What is said of the shop's people. */
export const teamEn = {
  PERSON_NOT_FOUND: 'This person is not in the team any more',
  IN_TEAM_ALREADY: ({ email }: { email: string }) => `${email} is in the team already`,
  LAST_WITH_TEAM: 'Nobody else has the right team, so nobody could let anybody in. Give it to somebody first',
  INVITATION_USED_UP: 'This link has been used, was taken back or is too old. Ask for a new invitation',

  THEIR_NAME: 'their name',
  RIGHTS_MISSING: 'Say what they may do, as a list of rights',
  INVITED: ({ name, email }: { name: string; email: string }) =>
    `${name} is invited. A mail with the link is on its way to ${email}`,
  RIGHTS_SAVED: ({ name }: { name: string }) => `The rights of ${name} are saved`,
  REMOVED: ({ name }: { name: string }) => `${name} is removed`,
  TAKEN_BACK: ({ name }: { name: string }) => `The invitation of ${name} is taken back`,
  LOGGED_OUT_EVERYWHERE: ({ name }: { name: string }) => `${name} is logged out on every device`,
  LOGGED_OUT_ON: ({ name, device }: { name: string; device: string }) => `${name} is logged out on ${device}`,
  ENTERED: ({ name }: { name: string }) => `Welcome, ${name}`,
}
