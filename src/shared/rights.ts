/** What the people of the shop may do, each by itself. */
export const rights = ['catalogue', 'orders', 'producers', 'money', 'team'] as const
export type Right = (typeof rights)[number]

/** Rights as they are stored: 'catalogue orders'. */
export const readRights = (stored: string): Right[] => rights.filter((right) => stored.split(' ').includes(right))
