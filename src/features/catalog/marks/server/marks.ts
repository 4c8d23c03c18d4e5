import { hrefOf } from '#shared/endpoint.ts'
import { getEvidence, getOfficeEvidence, type Mark, type OfficeMark } from '../marks.contract.ts'
import { wordsOfMark } from '../marks.kinds.ts'
import { isShownOn, type StoredMark } from '../marks.rules.ts'

/** Stored marks were checked as they came in. */
export const parseMarks = (json: string): StoredMark[] => JSON.parse(json)

interface Row {
  id: string
  marks: string
}

/** The marks that everybody sees on this Indian day; nothing where a product has none. */
export function shownMarks({ id, marks }: Row, today: string): { marks?: Mark[] } {
  if (marks === '[]') return {}
  const shown = parseMarks(marks)
    .filter((mark) => isShownOn(mark, today))
    .map(({ kind, number, issuer, validUntil }) => {
      const { name, certifies } = wordsOfMark(kind)
      const evidence = hrefOf(getEvidence, { params: { id, kind } })
      return { kind, name, certifies, issuer, number, validUntil, evidence }
    })
  return shown.length > 0 ? { marks: shown } : {}
}

/** All marks of a product, for the office. */
export const officeMarks = ({ id, marks }: Row): OfficeMark[] =>
  parseMarks(marks).map(({ kind, number, issuer, validUntil, evidence }) => ({
    ...{ kind, number, issuer, validUntil },
    ...(evidence ? { evidence: hrefOf(getOfficeEvidence, { params: { id, kind } }) } : {}),
  }))
