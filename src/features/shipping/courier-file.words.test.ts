import { describe, expect, it } from 'vitest'
import { guessColumns, isComplete, readCell, readOutcome, readReference } from './courier-file.words.ts'

describe('a courier’s word for what became of a parcel', () => {
  it.each([
    ['Delivered', 'Delivered'],
    ['DLVD', 'Delivered'],
    [' item delivered ', 'Delivered'],
    ['RTO', 'Refused'],
    ['RTO-Initiated', 'Refused'],
    ['Returned to Origin', 'Refused'],
    ['Undelivered - Refused', 'Refused'],
    ['refused', 'Refused'],
    ['LOST', 'Lost'],
    ['Damaged in transit', 'Lost'],
    ['In-Transit', 'On its way'],
    ['OFD', 'On its way'],
  ] as const)('%j is %s', (word, outcome) => expect(readOutcome(word)).toBe(outcome))

  it.each(['', 'Undelivered', 'not delivered', 'delivered?maybe', 'toString', 'SHPD', 'वितरित'])(
    'that we do not know is not guessed: %j',
    (word) => expect(readOutcome(word)).toBeUndefined(),
  )
})

describe('what a line names its parcel by', () => {
  it('is the code of a parcel in any file', () => {
    for (const kind of ['tracking', 'outcome', 'cash'] as const)
      expect(readReference(kind, '#h1024-2')).toEqual({ order: 1024, parcel: 2 })
  })
  it('is an order’s number where tracking numbers are brought, and a tracking number elsewhere', () => {
    expect(readReference('tracking', 'H1024')).toEqual({ order: 1024 })
    expect(readReference('tracking', '#1024')).toEqual({ order: 1024 })
    expect(readReference('tracking', 'EX412906331IN')).toEqual({})
    expect(readReference('cash', '1024')).toEqual({ key: '1024' })
    expect(readReference('cash', '#1024')).toEqual({ key: '#1024', order: 1024 })
    expect(readReference('outcome', '24101234567890.0')).toEqual({ key: '24101234567890' })
  })
  it('is meant without what spreadsheets put around it', () => {
    expect(readCell('="001234"')).toBe('001234')
    expect(readCell("'EX1 ")).toBe('EX1')
  })
})

describe('the columns of a heading', () => {
  it.each([
    ['cash', ['Sl No', 'Article Number', 'Office', 'Date', 'Amount'], { parcel: 1, amount: 4 }],
    ['cash', ['AWB', 'Order ID', 'COD Amount', 'Remitted Amount'], { parcel: 0, amount: 3 }],
    ['outcome', ['Waybill', 'Reference No', 'Current Status'], { parcel: 0, outcome: 2 }],
    ['tracking', ['Order No.', 'Courier', 'AWB No.'], { parcel: 0, number: 2, courier: 1 }],
    ['tracking', ['Parcel', 'Tracking number'], { parcel: 0, number: 1 }],
  ] as const)('of a %s file %j', (kind, heading, columns) => {
    expect(guessColumns(kind, heading)).toEqual(columns)
    expect(isComplete(kind, columns)).toBe(true)
  })
  it.each([
    [['AWB', 'COD Charges', 'COD Amount'], 2],
    [['AWB', 'Invoice Value', 'Collectable Amount'], 2],
    [['Waybill', 'Remittance Date', 'COD Amount'], 2],
    [['AWB', 'Freight', 'Net Remitted'], 2],
    [['AWB', 'COD Amount', 'GST Amount'], 1],
    [['AWB', 'Amount paid'], 1],
    [['AWB', 'UTR No', 'Cash'], 2],
  ] as const)('of %j: the cash stands in %d', (heading, amount) => {
    expect(guessColumns('cash', heading).amount).toBe(amount)
  })
  it('are told by their cells too: one that says yes is no cash', () => {
    const heading = ['AWB', 'Remitted', 'COD Amount']
    expect(
      guessColumns('cash', heading, [
        ['EX1', 'yes', '1,530.00'],
        ['Total', '', '1530'],
      ]).amount,
    ).toBe(2)
    expect(guessColumns('cash', heading, [['EX1', '1530', '1,530.00']]).amount).toBe(1)
  })
  it('that names nothing we know is left to a person', () => {
    expect(guessColumns('cash', ['EX412906331IN', '1621.80'])).toEqual({})
    expect(isComplete('cash', { parcel: 0 })).toBe(false)
  })
})
