import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // One manifest with the page instead of a request per link seen.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
