import type { z } from 'zod'
import type { ErrorKind } from './app-error.ts'

/** Who may call: anybody, a logged-in shopper, or the seller. Checked before a body is read. */
export type Access = 'public' | 'user' | 'seller'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Tries that are counted by the caller's address; kernel/http/rate-limits.ts has how many there may be. */
export type RateRule =
  | 'login'
  | 'register'
  | 'newsletter'
  | 'stockAlert'
  | 'application'
  | 'pictureUpload'
  | 'passwordReset'
  | 'track'

// biome-ignore lint/suspicious/noExplicitAny: an error's arguments do not matter to its declaration
type AnyErrorKind = ErrorKind<any>

/** What a form (multipart/form-data) is made of: files, and what else it says. */
export interface Form {
  /** Name of the field that brings `body` as JSON. */
  json?: string
  /** In place of `json`: the fields that `body` is made of, and how each is written. One that is not sent is not in it. */
  fields?: Readonly<Record<string, 'text' | 'json'>>
  /** Where there are no files, the body may come as JSON alone. */
  isJsonEnough?: true
  /** Name of the fields that bring files. */
  file: string
  /** So many files at most. */
  most: number
  /** Of one file. */
  maxBytes: number
  /** What is said of more files and of a larger one; without it, the sentence for all that is too much. */
  tooMany?: string
  tooLarge?: string
}

export interface Endpoint {
  method: Method
  /** Written once, here. `:id` marks a parameter. */
  path: string
  access: Access
  /** Counted before a body is read. */
  rate?: RateRule
  /** Costs much more than others: runs one at a time for a person, and few at a time in all. */
  isHeavy?: true
  /** Answered however busy the shop is. */
  isVital?: true
  /** Called by another site, which its signature proves. */
  isSigned?: true
  /** A GET that changes something: only pages of ours may call it. */
  isWrite?: true
  summary: string
  /**
   * For a public GET whose answer follows from its input and the catalogue alone: products and approved producers. It is
   * kept and sent again until one of them changes, and its function gets to see nothing of who asks.
   */
  cache?: 'catalogue'
  /** With `cache`: the parameter with the id of the one product or producer that its answer follows from, and changes with. */
  changesWith?: string
  params?: z.ZodType
  query?: z.ZodType
  /** Headers of its own; names in lower case. */
  headers?: z.ZodType
  /**
   * How the body comes, where it is not JSON. `multipart`: as `form`, whose files lie on disk until the function is done. `csv`:
   * as text/csv, or as the one file of `form`. `raw`: any bytes. The first two are uploads: large, and may take long.
   */
  input?: 'multipart' | 'csv' | 'raw'
  form?: Form
  body?: z.ZodType
  /** Of an answer that is not a failure; 200 without it. */
  status?: 201 | 202
  /** JSON, without `success`, which every answer gets. */
  response?: z.ZodType
  /** The answer is a file of this content type instead. */
  file?: string
  errors?: readonly AnyErrorKind[]
}

type Details = Omit<Endpoint, 'method' | 'path'>

/** What must fit together in a declaration. */
type Rules<M, E> = { [Unknown in Exclude<keyof E, keyof Details>]: never } & (E extends { cache: 'catalogue' }
  ? { access: M extends 'GET' ? 'public' : never; isHeavy?: never; response: z.ZodType }
  : unknown) &
  (E extends { file: string } ? { response?: never } : { response: z.ZodType }) &
  (E extends { input: 'multipart' | 'csv' } ? { form: Form } : { form?: never }) &
  (E extends { input: 'csv' | 'raw' } ? { body?: never } : unknown)

/** Of a `file`. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Declares an endpoint, `path` as in Endpoint: from it come types, checks, access, OpenAPI, fuzzing and the clients' calls. */
export const endpoint = <const M extends Method, const P extends string, const E extends Details>(
  method: M,
  path: P,
  details: E & Rules<M, E>,
): E & { method: M; path: P } => ({ method, path, ...details })

/** One that takes and gives JSON: what `createApi` and a page's `call` are for. */
export type JsonEndpoint = Endpoint & { input?: never; file?: never; response: z.ZodType }

/** A part that was declared, or undefined. */
export type Part<E, Name extends string> = E extends { [name in Name]: infer S extends z.ZodType } ? S : undefined
export type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined
type Given<E, Name extends string> =
  Part<E, Name> extends z.ZodType
    ? Record<never, never> extends z.input<Part<E, Name>>
      ? { [name in Name]?: z.input<Part<E, Name>> }
      : { [name in Name]: z.input<Part<E, Name>> }
    : unknown

/** What a caller sends: wire form (rupees, ISO text). */
export type CallInput<E extends Endpoint> = Given<E, 'params'> &
  Given<E, 'query'> &
  Given<E, 'body'> & { headers?: Record<string, string> }
/** What a function returns and a server-side caller gets: decoded (paise, Date). */
export type Answer<E> = Decoded<Part<E, 'response'>>
/** What stands in the JSON. */
export type WireAnswer<E> = E extends { response: infer S extends z.ZodType } ? z.input<S> : undefined
export type WireBody<E> = E extends { body: infer S extends z.ZodType } ? z.input<S> : undefined

/** A query as it stands in an address. Empty values are left out. */
export const queryOf = (input: { query?: Record<string, unknown> }) =>
  Object.entries(input.query ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )

/** `/api/address/:id` with `{id}` -> `/api/address/0198…`, plus the query. */
export function endpointUrl(path: string, input: { params?: Record<string, string>; query?: Record<string, unknown> }) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const search = new URLSearchParams(queryOf(input))
  return search.size > 0 ? `${filled}?${search}` : filled
}
