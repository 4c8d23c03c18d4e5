import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { Settings } from '#kernel/config.ts'
import { aboutSettings } from '#kernel/settings.about.ts'
import { root } from '#testing/program.ts'

// Writes docs/settings.md from the settings: `npm run settings`.

const HEAD = `# Settings

<!-- Made by \`npm run settings\` from src/kernel/config.ts and src/kernel/settings.about.ts. -->

All are environment variables, and none is needed; an empty one counts as unset. A wrong one stops the start with a sentence that says what it
must be. How they work together in a real shop is told in [operations.md](operations.md).
`

/** The default, as one would write it. */
function defaultOf(setting: z.ZodType) {
  const { data } = setting.safeParse(undefined)
  if (data === undefined) return 'unset'
  if (typeof data === 'boolean') return data ? '`1`' : '`0`'
  if (Array.isArray(data)) return `\`${data.join(', ')}\``
  if (typeof data === 'object' && data !== null && 'from' in data && 'to' in data) return `\`${data.from}-${data.to}\``
  return `\`${data}\``
}

/** The shop's words on a wrong value. */
function mustOf(setting: z.ZodType) {
  const wrong = ['?', 'x'.repeat(10_000)].map((value) => setting.safeParse(value)).find(({ success }) => !success)
  return wrong?.error?.issues[0]?.message.replace(/^must /, '') ?? ''
}

export const settingsPage = () =>
  HEAD +
  aboutSettings
    .map(({ title, settings }) => {
      const rows = settings.map(([name, about]) => {
        const setting = Settings.shape[name]
        return `| \`${name}\` | ${defaultOf(setting)} | ${mustOf(setting)} | ${about} |`
      })
      return `\n## ${title}\n\n| setting | default | must | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
    })
    .join('')

export const settingsFile = path.join(root, 'docs', 'settings.md')

if (import.meta.main) await writeFile(settingsFile, settingsPage())
