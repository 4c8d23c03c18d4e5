import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { Settings } from '#kernel/config.ts'
import { aboutSettings } from '#kernel/settings.about.ts'
import { settingsFile, settingsPage } from './settings.ts'

it('every setting is told of once', () => {
  const told = aboutSettings.flatMap(({ settings }) => settings.map(([name]) => name))
  expect(told.toSorted()).toEqual(Object.keys(Settings.shape).toSorted())
})

it('docs/settings.md says what the settings are: `npm run settings` writes it', async () => {
  expect(await readFile(settingsFile, 'utf8')).toBe(settingsPage())
})

it('names what a setting is without being set, and what it must be', () => {
  const page = settingsPage()
  expect(page).toContain('| `DELIVERY_DAYS` | `4-8` | be days such as 4-8')
  expect(page).toContain('| `SHIP_TO` | `India` |')
  expect(page).toContain('| `LOG_ADDRESS` | `0` | be 0 or 1 |')
  expect(page).toContain('| `SMTP_URL` | unset |')
})
