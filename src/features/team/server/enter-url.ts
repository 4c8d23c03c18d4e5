import type { Config } from '#kernel/config.ts'

/** Where an invitation leads. */
export const enterUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, token: string) =>
  `${publicUrl}/seller/enter?token=${token}`
