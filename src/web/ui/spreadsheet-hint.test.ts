import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { CSV_TYPE } from '#shared/endpoint.ts'

/** Stands in the page of a run, which has the sentence of its own. */
const partOfPage = 'src/features/payouts/web/seller-bank-file.tsx'
/** How it is opened. */
const hint = /SpreadsheetHint|csvHint|in a CSV a spreadsheet/

const fileOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'file' in value ? value.file : undefined

/** Names of the endpoints that give a CSV. */
async function csvEndpoints() {
  const contracts: Record<string, object>[] = await Promise.all(
    globSync('src/features/**/*.contract.ts').map((file) => import(resolve(file))),
  )
  const endpoints = contracts.flatMap((contract) => Object.entries(contract))
  return endpoints.flatMap(([name, value]) => (fileOf(value) === CSV_TYPE ? [name] : []))
}

it('stands beside each download of a CSV in the seller’s area', async () => {
  const download = new RegExp(`hrefOf\\((?:${(await csvEndpoints()).join('|')})\\b`)
  const pages = globSync('src/features/**/web/seller-*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const downloads = pages.filter(({ file, text }) => file !== partOfPage && download.test(text))
  expect(downloads.length).toBeGreaterThan(4)
  expect(downloads.flatMap(({ file, text }) => (hint.test(text) ? [] : [file]))).toEqual([])
})
