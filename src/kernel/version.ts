import packageJson from '../../package.json' with { type: 'json' }

/** The version of the shop, for metrics and backups. It is in no answer to anybody else. */
export const { version } = packageJson
