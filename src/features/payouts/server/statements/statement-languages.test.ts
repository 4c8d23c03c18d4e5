import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { drawnStatement } from '../../testing/statements.ts'
import { payoutSentMail } from '../payout.mails.ts'
import { filesOfStatement } from './statement-files.ts'

let shop: TestShop
let payoutId: string
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, PUBLIC_URL: 'https://shop.example' })
  payoutId = (await drawnStatement(shop)).payoutId
})
afterAll(() => shop.close())

async function filesIn(language: 'en' | 'hi') {
  const [pdf, csv] = await filesOfStatement(shop.deps, payoutId, language)
  const document = await getDocumentProxy(Uint8Array.from(Buffer.from(pdf?.content ?? '')))
  const { text } = await extractText(document, { mergePages: true })
  return { text, info: (await getMeta(document)).info, csv: String(csv?.content).replace('\uFEFF', '') }
}

describe('a statement in Hindi', () => {
  it('has Hindi words, and the figures and the hash of the English one', async () => {
    const [hindi, english] = [await filesIn('hi'), await filesIn('en')]
    expect(hindi.info).toMatchObject({ Language: 'hi-IN', Title: 'हिसाब, Matti Pottery Collective' })
    expect(english.info).toMatchObject({ Language: 'en-IN', Title: 'Statement, Matti Pottery Collective' })
    const sums = (text: string) => (text.match(/₹[\d,.]+/g) ?? []).toSorted()
    expect(sums(hindi.text).length).toBeGreaterThan(10)
    expect(sums(hindi.text)).toEqual(sums(english.text))
    const [hash = ''] = /[0-9a-f]{64}/.exec(english.text) ?? []
    expect(hindi.text).toContain(hash)
    const names = /Matti Pottery Collective|SBI|Haat|https?:\S+|\S+@\S+|[0-9a-f]{16,64}/g
    const lines = english.csv.split('\r\n').slice(1).join(' ')
    const known = new Set(lines.replace(/\b(sale|return)\b/g, '').match(/[A-Za-z]+/g))
    const left = hindi.text.replace(names, '').match(/[A-Za-z]{3,}/g) ?? []
    expect(left.filter((word) => !known.has(word))).toEqual([])
  })

  it('has a Hindi heading and kinds in its CSV, and the same lines', async () => {
    const rowsOf = ({ csv }: { csv: string }) =>
      csv
        .replaceAll('"', '')
        .trimEnd()
        .split('\r\n')
        .map((row) => row.split(','))
    const [hindi, english] = [rowsOf(await filesIn('hi')), rowsOf(await filesIn('en'))]
    expect(hindi[0]?.slice(0, 3)).toEqual(['बही में नंबर', 'कब लिखा', 'क्या हुआ'])
    expect(hindi[0]).toHaveLength(english[0]?.length ?? 0)
    expect(new Set(hindi.slice(1).map(([, , kind]) => kind))).toEqual(new Set(['बिक्री', 'वापसी']))
    const figures = (rows: string[][]) => rows.slice(1).map((row) => [row[0], ...row.slice(8, 12)])
    expect(figures(hindi)).toEqual(figures(english))
  })

  it('comes with a mail in Hindi, and an English one with a mail in English', async () => {
    const payout = {
      ...{
        payoutId,
        name: 'सविता',
        run: 1,
        amountPaise: paise(8759_00),
        account: null,
        madeAt: Date.now(),
        reference: 'N1',
      },
    }
    const unwritten = { subject: '', text_body: '', html_body: '', headers: null }
    const headOf = async (language: 'en' | 'hi') => {
      const { files = [] } = await shop.writeMail({ ...unwritten, ...payoutSentMail.of(payout, language) })
      return String(files.find(({ name }) => name.endsWith('.csv'))?.content).split(',')[0]
    }
    expect(await headOf('hi')).toContain('बही में नंबर')
    expect(await headOf('en')).toContain('entry')
  })
})
