import packageJson from '../../package.json' with { type: 'json' }

/** For metrics and backups only: no other answer shows the version. */
export const { version } = packageJson
