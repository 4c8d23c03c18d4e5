import { describe, expect, it } from 'vitest'
import { findMarkKind, markKinds, wordsOfMark } from './marks.kinds.ts'
import { isShownOn, lastAskedDay, marksAfter, type StoredMark } from './marks.rules.ts'
import { jsonLdMarks } from './web/mark-json-ld.ts'

const evidence = { key: 'mark-1', file: '300.webp' }
const mark: StoredMark = {
  ...{ kind: 'gi', number: '1187', issuer: 'Geographical Indications Registry', validUntil: '2026-12-31' },
  evidence,
}

describe('a mark', () => {
  it.each([
    ['2026-12-31', true],
    ['2027-01-01', false],
  ])('with a certificate is shown on %s: %s', (day, isShown) => {
    expect(isShownOn(mark, day)).toBe(isShown)
    expect(isShownOn({ ...mark, evidence: undefined }, day)).toBe(false)
  })

  it.each([
    ['GI', 'gi'],
    ['Geographical indication', 'gi'],
    ['handloom mark', 'handloom-mark'],
    ['Natural_dye', 'natural-dye'],
    ['gold', undefined],
  ])('%s is known as %s', (typed, kind) => {
    expect(findMarkKind(typed)).toBe(kind)
  })

  it('of each kind says what it certifies and means, in sentences', () => {
    for (const { certifies, meaning } of markKinds.map(wordsOfMark)) {
      expect(certifies).toMatch(/^[A-Z].+\.$/)
      expect(meaning.length).toBeGreaterThan(certifies.length)
    }
  })

  it('keeps its certificate under a new number, and has ended where its day is over', () => {
    const { evidence: _, ...said } = { ...mark, number: '1188', validUntil: '2026-11-30' }
    expect(marksAfter([mark], [said], '2026-12-01')).toEqual([{ ...said, evidence, ended: true }])
    expect(marksAfter([mark], [], '2026-12-01')).toEqual([])
    expect(marksAfter([], [said], '2026-11-30')).toEqual([said])
  })
})

it('the office is asked from the 30th day before the last one on', () => {
  expect(lastAskedDay(new Date('2026-12-01T00:00:00+05:30'))).toBe('2026-12-31')
})

it('search engines are told of valid marks as certifications', () => {
  const shown = { ...mark, name: 'Geographical indication', certifies: 'It comes from the place.', evidence: '/api/x' }
  expect(jsonLdMarks([], 'https://haat.example')).toEqual({})
  expect(jsonLdMarks([shown], 'https://haat.example')).toEqual({
    hasCertification: [
      {
        ...{ '@type': 'Certification', name: 'Geographical indication', certificationIdentification: '1187' },
        issuedBy: { '@type': 'Organization', name: 'Geographical Indications Registry' },
        ...{ expires: '2026-12-31', url: 'https://haat.example/api/x' },
      },
    ],
  })
})
