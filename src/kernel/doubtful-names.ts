import { spellingDistance } from '#shared/spelling.ts'

/** Other programs' names begin like this too, so these are reported only when spelled almost like one of ours. */
const COMMON = ['DATA_', 'HOST_', 'LOG_', 'NODE_', 'PUBLIC_', 'READ_']

const beginningOf = (name: string) => /^[A-Z0-9]+_/.exec(name)?.[0] ?? ''
const plain = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')
const allowedChanges = (name: string) => (name.length <= 6 ? 1 : 2)

function sentence(name: string, settings: readonly string[]) {
  const near = settings
    .map((setting) => ({ setting, distance: spellingDistance(plain(name), plain(setting)) }))
    .filter(({ setting, distance }) => distance <= allowedChanges(setting))
    .toSorted((a, b) => a.distance - b.distance)[0]
  const unread = `${name} is not a setting of the shop and does nothing.`
  if (near) return `${unread} Did you mean ${near.setting}?`
  const begin = beginningOf(name)
  if (begin === '' || COMMON.includes(begin)) return undefined
  const family = settings.filter((setting) => setting.startsWith(begin))
  if (family.length === 0) return undefined
  return `${unread} What begins with ${begin} is ${family.join(', ')}`
}

/** A sentence for each name in the environment that looks like a setting of the shop and is none. */
export const doubtfulNames = (env: Record<string, string | undefined>, settings: readonly string[]) =>
  Object.entries(env).flatMap(([name, value]) => {
    if (!value || settings.includes(name) || name.length > 60) return []
    return sentence(name, settings) ?? []
  })
