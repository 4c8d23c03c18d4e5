import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { openFonts } from '#kernel/pdf/fonts.ts'
import { paise } from '#shared/money.ts'
import { coloursAt, DOTS, inkOf, printed, scan } from '../../testing/paper.ts'
import { anyParcel, anyPiece, anyTo, jobOf, ownSender, paid, shopSender } from '../../testing/parcels.ts'
import { pickingOf } from './picking-list.ts'
import { printPdf } from './print.pdf.ts'
import type { PrintedParcel, PrintJob } from './print-job.ts'

const make = async (...job: Parameters<typeof jobOf>) => Buffer.concat(await printPdf(jobOf(...job)))

async function read(parcels: PrintedParcel[], job: Partial<PrintJob> = {}) {
  const document = await getDocumentProxy(new Uint8Array(await make(parcels, job)))
  const sizes = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const [, , width = 0, height = 0] = (await document.getPage(index + 1)).view
      return [width, height].map((points) => Math.round((points / 72) * 25.4)).join('×')
    }),
  )
  return { info: (await getMeta(document)).info, pages: (await extractText(document)).text, sizes }
}

/** Names in the scripts that people of the shop write, each with what stands on the label. */
const people = [
  ['Latin', { firstName: 'Ananya', lastName: 'Rao', street: 'Flat 4B, Kaveri Residency' }],
  ['Devanagari', { firstName: 'मीनाक्षी', lastName: 'श्रीवास्तव', street: 'फ्लैट ४बी, त्र्यंबकेश्वर रोड' }],
  ['Tamil', { firstName: 'மீனாட்சி', lastName: 'ஸ்ரீநிவாசன்', street: '18/3 கோபாலபுரம்' }],
  ['Bengali', { firstName: 'রবীন্দ্রনাথ', lastName: 'চট্টোপাধ্যায়', street: '১২ নম্বর কলেজ স্ট্রিট' }],
  ['Urdu', { firstName: 'محمد', lastName: 'عبداللہ خان', street: 'مکان نمبر ۱۲۳، گلی ۷، چارمینار کے پاس 45' }],
] as const

describe('a label', () => {
  it('says to whom, what to collect, which parcel it is, and where it comes from and goes back to', async () => {
    const { pages, sizes, info } = await read([{ ...anyParcel, count: 2 }])
    expect(sizes).toEqual(['105×148'])
    expect(info).toMatchObject({ Title: 'Labels', Author: 'Haat', Language: 'en-IN' })
    const [page = ''] = pages
    for (const text of [
      ...['Haat', 'हाट', 'Speed Post', 'EX412906331IN', 'Ananya Rao'],
      ...['Flat 4B, Kaveri Residency, 12th Main Road,', 'Bengaluru, Karnataka', '560 038', '+91 98450 12345'],
      ...['Collect in cash', '₹1,621.80', 'H1024-1', 'Parcel 1 of 2', '#1024'],
      ...['From, and return to', '7 Church Street, Bengaluru, Karnataka 560001'],
    ])
      expect(page).toContain(text)
  })

  it('of what is paid says that nothing is to be collected', async () => {
    const { pages } = await read([{ ...anyParcel, ...paid }])
    expect(pages[0]).toContain('Paid already')
    expect(pages[0]).toContain('Collect nothing')
    expect(pages[0]).not.toContain('₹')
  })

  it('of a producer who sends by themselves names them, and of a shop without an address its e-mail', async () => {
    const bare = { name: 'Haat', phone: undefined, address: undefined }
    const { pages } = await read([
      { ...anyParcel, senderId: 'x', sender: ownSender },
      { ...anyParcel, sender: bare, courier: null, trackingNumber: null },
    ])
    expect(pages[0]).toContain('Matti Pottery Collective\nKiln Yard Road 7, Khurja, Uttar Pradesh 203131')
    expect(pages[1]).toContain('Haat\nsupport@haat.example')
    expect(pages[1]).not.toContain('Speed Post')
  })

  it('says the country and its own PIN and phone where it is not India', async () => {
    const to = { ...anyTo, country: 'Nepal', zipcode: '44600' }
    const { pages } = await read([{ ...anyParcel, to, call: '+977 1 4200000' }])
    expect(pages[0]).toMatch(/Nepal\n44600\n\+977 1 4200000/)
  })

  it.each(['H1024-1', 'H1-1', 'H1234567-12'])('has a bar code that a scanner reads: %s', async (code) => {
    const [page] = await printed(await make([{ ...anyParcel, code }]))
    expect(page && (await scan(page))).toEqual([{ text: code, format: 'Code128' }])
  })

  it('is black on white', async () => {
    const [page] = await printed(await make([anyParcel]), 100)
    if (!page) throw new Error('no page')
    for (let y = 0; y < page.height; y += 1)
      for (let x = 0; x < page.width; x += 1) {
        const [one, ...others] = coloursAt(page, x, y)
        expect(others.every((part) => part === one)).toBe(true)
      }
  })

  it.each(people)('writes names in %s with letters of their own', async (_, names) => {
    const { shape } = await openFonts()
    const runs = shape(`${names.firstName} ${names.lastName} ${names.street}`, 'semibold')
    const boxes = runs.flatMap(({ clusters }) => clusters.flatMap(({ glyphs }) => glyphs)).filter(({ id }) => id === 0)
    expect(boxes).toEqual([])
  })

  it('keeps town and state in their order where one of them is read from right to left', async () => {
    const { shape } = await openFonts()
    const { townOf } = await import('./layout.ts')
    const seen = shape(townOf({ city: 'حیدرآباد', state: 'Telangana' }), 'regular').map(({ clusters }) =>
      clusters.map(({ text }) => text).join(''),
    )
    expect(seen).toEqual([[...'حیدرآباد'].reverse().join(''), ', Telangana'])
  })

  const long = (letter: string) => letter.repeat(200)
  const words = (word: string) => `${word} `.repeat(40).trim().slice(0, 200)
  it.each([
    ['letters', long('W')],
    ['words', words('Lakshminarayanapuram')],
    ['Tamil', long('ஸ்ரீ').slice(0, 200)],
    ['Urdu', words('چارمینار')],
  ])('never writes over its edges or into the box, however long an address is: %s', async (_, text) => {
    const to = { ...anyTo, firstName: text, lastName: text, street: text, city: text, state: text, country: text }
    const foreign = { ...to, zipcode: '123456789012' }
    const sender = {
      name: text,
      phone: '98450 12345',
      address: { street: text, city: text, state: text, zipcode: '560001' },
    }
    const courier = { courier: text.slice(0, 60), trackingNumber: text.slice(0, 60) }
    const parcel = {
      ...anyParcel,
      ...courier,
      sender,
      to: foreign,
      call: `+${'9'.repeat(29)}`,
      cash: paise(99_99_99_999_99),
    }
    const [page] = await printed(await make([parcel], { storeName: text.slice(0, 60) }))
    if (!page) throw new Error('no page')
    const edge = (4.5 / 25.4) * DOTS
    const { left, top, right, bottom } = inkOf(page)
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(edge)
    expect(right).toBeLessThanOrEqual(page.width - edge)
    expect(bottom).toBeLessThanOrEqual(page.height - edge)
    // Lines across the whole label: under the head, the two of the box, over the foot. Above the box there is nothing for 2 mm.
    const dark = (y: number) => columns.filter((x) => coloursAt(page, x, y)[0] < 128).length
    const columns = Array.from({ length: right - left - 8 }, (_, index) => left + 4 + index)
    const rows = Array.from({ length: page.height }, (_, y) => y)
    const across = rows.filter((y) => dark(y) === columns.length)
    const [, box = 0] = across.filter((y) => !across.includes(y - 1))
    const gap = rows.slice(box - Math.floor((2 / 25.4) * DOTS), box)
    expect(gap.map(dark)).toEqual(gap.map(() => 0))
    expect(gap.length).toBeGreaterThan(10)
    expect(await scan(page)).toEqual([{ text: 'H1024-1', format: 'Code128' }])
  })
})

describe('a slip', () => {
  const slips = (parcels: PrintedParcel[], job: Partial<PrintJob> = {}) => read(parcels, { what: ['slips'], ...job })

  it('says which goods cannot be returned, and offers no return where none can', async () => {
    const honey = { ...anyPiece, name: 'Wild Forest Honey', returnable: false }
    const wordsOf = async (pieces: (typeof anyPiece)[]) =>
      (await slips([{ ...anyParcel, pieces }])).pages.flat().join(' ').replaceAll('\n', ' ')
    const both = await wordsOf([anyPiece, honey])
    expect(both).toMatch(/Wild Forest Honey .*Cannot be returned, except if it comes damaged/)
    expect(both).toContain('Ask for a return in My Orders')
    const food = await wordsOf([honey])
    expect(food).not.toContain('Ask for a return')
    expect(food).toContain('Did something come damaged?')
  })

  it('says from whom, to whom, which pieces, what to pay, and how to return them; no price but the cash', async () => {
    const jar = { ...anyPiece, name: 'Jaipur Blue Jar', weight: '250 g', producer: null, quantity: 12 }
    const others = [shopSender]
    const parcel = { ...anyParcel, senderId: 'x', sender: ownSender, count: 2, others, pieces: [anyPiece, jar] }
    const { pages, sizes } = await slips([parcel])
    expect(sizes).toEqual(['148×210'])
    expect(pages).toEqual([
      [
        'Haat हाट Order #1024',
        '22 November 2026',
        'From Matti Pottery Collective',
        'Khurja, Uttar Pradesh. Parcel 1 of 2; the other comes from Haat.',
        'For Ananya Rao',
        'Flat 4B, Kaveri Residency, 12th Main Road, Indiranagar, near the post office',
        'Bengaluru, Karnataka 560038',
        'Piece Number',
        'Dip-Glazed Stoneware Vase',
        'Pottery & Ceramics, by Matti Pottery Collective 1',
        'Jaipur Blue Jar',
        '250 g',
        'Pottery & Ceramics',
        '12',
        'Pay the courier ₹1,621.80.',
        'Not what you hoped for? Ask for a return in My Orders within 7 days of',
        'delivery.',
        'Parcel H1024-1',
      ].join('\n'),
    ])
  })

  it('of what is paid asks for nothing, and of a shop without returns says where to write', async () => {
    const { pages } = await slips([{ ...anyParcel, ...paid }], { returnDays: 0 })
    expect(pages[0]).toContain('Paid already: the courier collects nothing.')
    expect(pages[0]).toContain('Did something come damaged? Write to support@haat.example.')
    expect(pages[0]).not.toContain('₹')
  })

  it('of many pieces has several pages, each piece once', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Product ${index + 1}, of sheesham wood`)
    const { pages } = await slips([{ ...anyParcel, pieces: names.map((name) => ({ ...anyPiece, name })) }])
    expect(pages.length).toBeGreaterThan(3)
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    })
    expect(pages.join('\n').match(/Product \d+, of sheesham wood/g)).toEqual(names)
    expect(pages.at(-1)).toContain('Pay the courier ₹1,621.80.')
  })

  it('of many parcels names three of the senders', async () => {
    const others = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ ...ownSender, name }))
    const { pages } = await slips([{ ...anyParcel, count: 6, others }])
    expect(pages[0]).toContain('Parcel 1 of 6; the others come from A, B, C and 2\nmore.')
  })

  it('shows the pictures that there are', async () => {
    const { default: sharp } = await import('sharp')
    const square = sharp({ create: { width: 180, height: 180, channels: 3, background: '#00ff00' } })
    const pictures = new Map([['vase', { jpeg: await square.jpeg().toBuffer(), width: 180, height: 180 }]])
    const pieces = [
      { ...anyPiece, picture: 'vase' },
      { ...anyPiece, picture: 'gone' },
    ]
    const [page] = await printed(await make([{ ...anyParcel, pieces }], { what: ['slips'], pictures }), 72)
    if (!page) throw new Error('no page')
    let green = 0
    for (let y = 0; y < page.height; y += 1)
      for (let x = 0; x < page.width; x += 1) {
        const [one, two, three] = coloursAt(page, x, y)
        if (one < 60 && two > 200 && three < 60) green += 1
      }
    // 42 points square.
    expect(green).toBeGreaterThan(40 * 40)
    expect(green).toBeLessThan(44 * 44)
  })
})

describe('a picking list', () => {
  const jar = { ...anyPiece, id: 'jar', name: 'Jar', producer: 'Blue Pottery', quantity: 2 }
  const bowl = { ...anyPiece, id: 'bowl', name: 'Bowl', producer: null, quantity: 1 }
  const parcels = [
    { ...anyParcel, pieces: [anyPiece, bowl] },
    { ...anyParcel, code: 'H1030-1', orderNumber: 1030, pieces: [jar, { ...anyPiece, quantity: 3 }] },
    { ...anyParcel, code: 'H1030-2', orderNumber: 1030, senderId: 'x', sender: ownSender, pieces: [anyPiece] },
  ]

  it('adds the pieces up by sender, producer and product, and says for which orders they are', () => {
    expect(pickingOf({ parcels })).toEqual({
      pieces: 8,
      senders: [
        {
          name: 'Haat',
          makers: [
            {
              name: 'Blue Pottery',
              producer: 'Blue Pottery',
              picks: [{ name: 'Jar', weight: null, quantity: 2, orders: '#1030×2' }],
            },
            {
              name: 'Matti Pottery Collective',
              producer: 'Matti Pottery Collective',
              picks: [{ name: anyPiece.name, weight: null, quantity: 4, orders: '#1024, #1030×3' }],
            },
            {
              name: 'No producer named',
              producer: null,
              picks: [{ name: 'Bowl', weight: null, quantity: 1, orders: '#1024' }],
            },
          ],
        },
        {
          name: 'Matti Pottery Collective',
          makers: [
            {
              name: 'Matti Pottery Collective',
              producer: 'Matti Pottery Collective',
              picks: [{ name: anyPiece.name, weight: null, quantity: 1, orders: '#1030' }],
            },
          ],
        },
      ],
    })
  })

  it('names the batches that are to be packed, as the slip does', async () => {
    const batch = (number: string, quantity: number) => ({
      ...{ number, quantity, packedOn: '2026-06-01' },
      bestBefore: number === 'MP-1' ? '2027-03-12' : '2027-05-01',
    })
    const pickle = { ...anyPiece, name: 'Pickle', quantity: 3 }
    const packed = [
      { ...anyParcel, pieces: [{ ...pickle, batches: [batch('MP-1', 2), batch('MP-2', 1)] }] },
      { ...anyParcel, code: 'H1030-1', orderNumber: 1030, pieces: [{ ...pickle, batches: [batch('MP-2', 3)] }] },
    ]
    const { pages } = await read(packed, { what: ['picking', 'slips'] })
    const [picking = '', first = '', second = ''] = pages.map((page) => page.replaceAll('\n', ' '))
    expect(picking).toContain('2 of batch MP-1, best before 12 March 2027; 4 of batch MP-2')
    expect(first).toContain('2 of batch MP-1')
    expect(second).toContain('Batch MP-2, best before 1 May 2027')
  })

  it('comes before the slips, and the slips before the labels', async () => {
    const { pages, sizes, info } = await read(parcels, { what: ['picking', 'slips', 'labels'] })
    expect(sizes).toEqual(['210×297', ...parcels.map(() => '148×210'), ...parcels.map(() => '105×148')])
    expect(info).toMatchObject({ Title: 'Picking list, Slips, Labels' })
    expect(pages[0]).toContain('23 Nov 2026, 11:00')
    expect(pages[0]).toContain('8 pieces for 3 parcels')
    expect(pages[0]).toContain('Sent by Matti Pottery Collective')
  })

  it('of a product in 300 orders names all of them, over as many pages as it takes, within their edges', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...anyParcel,
      orderNumber: 1_000_001 + index,
      pieces: [jar, anyPiece],
    }))
    const { pages } = await read(many, { what: ['picking'] })
    const named = pages.join('\n').match(/#1\d{6}/g)
    expect(named?.length).toBe(600)
    expect(new Set(named).size).toBe(300)
    expect(pages[0]).toContain('900 pieces for 300 parcels')
    for (const page of await printed(await make(many, { what: ['picking'] }), 72)) {
      const { left, right, bottom } = inkOf(page)
      expect(left).toBeGreaterThan(45)
      expect(right).toBeLessThan(page.width - 45)
      expect(bottom).toBeLessThan(page.height - 30)
    }
  })
})
