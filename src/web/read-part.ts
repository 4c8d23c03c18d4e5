export const UNREAD = 'unread' as const

/** For a part that a page can do without; its place must say that it is missing (ui/not-shown.tsx), or it would look empty. */
export const readPart = <T>(reading: Promise<T>): Promise<T | typeof UNREAD> => reading.catch(() => UNREAD)
