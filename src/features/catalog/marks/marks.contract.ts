import { z } from 'zod'
import { isDay } from '#shared/day.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { personText } from '#shared/text.ts'
import { appError, finding, message } from '../catalog.messages.ts'
import { findMarkKind, markKinds, wordsOfMark } from './marks.kinds.ts'
import { MAX_ISSUER, MAX_NUMBER } from './marks.rules.ts'

export const markNotFound = appError('MARK_NOT_FOUND', 404)

const Kind = z.enum(markKinds)

/** A valid mark of a product, as everybody sees it. */
export const Mark = z.object({
  kind: Kind,
  name: z.string(),
  /** What it says of the product, in a sentence. */
  certifies: z.string(),
  issuer: z.string(),
  number: z.string(),
  /** Its last day in India, 'YYYY-MM-DD'. */
  validUntil: z.string(),
  /** The address of its certificate: a picture or a PDF. */
  evidence: z.string(),
})
export type Mark = z.output<typeof Mark>

/** A mark as the office sees it, whether it is shown or not. */
export const OfficeMark = z.object({
  kind: Kind,
  number: z.string(),
  issuer: z.string(),
  validUntil: z.string(),
  /** The address of its certificate; missing: it has none yet, so the shop shows no mark. */
  evidence: z.string().optional(),
})
export type OfficeMark = z.output<typeof OfficeMark>

const MarkData = z.object({
  /** Code or name, such as `handloom-mark` or "Handloom Mark". */
  kind: z.string({ error: finding('MARK_UNKNOWN') }).transform((typed, ctx) => {
    const kind = findMarkKind(typed)
    if (kind) return kind
    ctx.issues.push({ code: 'custom', input: typed, message: finding('MARK_UNKNOWN') })
    return z.NEVER
  }),
  number: personText(message('MARK_NUMBER'), MAX_NUMBER),
  /** May be left out where the issuer of the kind is fixed. */
  issuer: personText(message('MARK_ISSUER'), MAX_ISSUER).optional(),
  validUntil: z.string({ error: finding('MARK_NO_DAY') }).refine(isDay, finding('MARK_NO_DAY')),
})

const MarkWithIssuer = MarkData.transform(({ issuer, ...mark }, ctx) => {
  const stated = issuer ?? wordsOfMark(mark.kind).issuer
  if (stated !== undefined) return { ...mark, issuer: stated }
  const problem = finding('MARK_NO_ISSUER')
  ctx.issues.push({ code: 'custom', input: issuer, path: ['issuer'], message: problem })
  return z.NEVER
})

/** Marks as they come in: all that a product has, each kind once. */
export const MarksData = z
  .array(MarkWithIssuer, { error: finding('MARKS_UNCLEAR') })
  .max(markKinds.length, finding('MARK_TWICE'))
  .check(({ value, issues }) => {
    for (const [at, { kind }] of value.entries())
      if (value.findIndex((mark) => mark.kind === kind) < at)
        issues.push({ code: 'custom', input: kind, path: [at, 'kind'], message: finding('MARK_TWICE') })
  })

const evidence = {
  params: z.object({ id: Id, kind: z.string().max(40) }),
  // The answer says whether it is a picture or a PDF.
  file: 'image/webp',
  errors: [markNotFound],
} as const

export const getEvidence = endpoint('GET', '/api/product/:id/mark/:kind/evidence', {
  ...evidence,
  access: 'public',
  summary: 'The certificate of a mark that is valid: a picture, or a PDF',
})

export const getOfficeEvidence = endpoint('GET', '/api/product/seller/:id/mark/:kind/evidence', {
  ...evidence,
  access: 'seller',
  rights: ['catalogue'],
  summary: 'The certificate of a mark, valid or not',
})

/** Of products that are not archived. What ends first stands first; 25 a page. */
export const listEndingMarks = endpoint('GET', '/api/product/seller/marks', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Marks that have ended, or end within 30 days',
  query: z.object({ page: Page }),
  response: z.object({
    marks: z.array(
      z.object({
        product: z.object({ _id: z.string(), name: z.string() }),
        kind: Kind,
        name: z.string(),
        validUntil: z.string(),
        hasEnded: z.boolean(),
      }),
    ),
    /** Of those, how many have ended. */
    ended: z.int(),
    ...pageFields,
  }),
})
