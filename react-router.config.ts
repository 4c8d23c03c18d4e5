import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // Emptied by each build: the demo pictures stand beside it, in build/pictures.
  buildDirectory: 'build/pages',
  ssr: true,
  // One manifest with the page instead of a request per link seen.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
