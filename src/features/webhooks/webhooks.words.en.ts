/** What is said of webhooks. */
export const webhooksEn = {
  WEBHOOK_NOT_FOUND: 'This webhook was removed already',
  DELIVERY_NOT_FOUND: 'This message is not kept any more',
  WEBHOOK_ADDRESS: 'Enter an address that begins with https://',
  WEBHOOK_ADDRESS_NOT_PUBLIC: 'Only public addresses can be told',
  WEBHOOK_ADDRESS_PLAIN: 'Leave out port, name and password: messages go to port 443, and are signed',
  WEBHOOK_KINDS_MISSING: 'Choose what the program is told of',
  TOO_MANY_WEBHOOKS: ({ most }: { most: number }) => `There are ${most} webhooks. Remove one that nobody needs first`,
  WEBHOOK_MADE: ({ host }: { host: string }) => `Messages go to ${host} from now on`,
  WEBHOOK_REMOVED: ({ host }: { host: string }) => `Nothing is sent to ${host} any more`,
  WEBHOOK_RESUMED: ({ host }: { host: string }) => `Messages go to ${host} again`,
  WEBHOOK_SENT_AGAIN: 'The message is sent again now',
}
