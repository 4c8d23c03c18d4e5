import type { ReactNode } from 'react'

const ground = <path d="M12 160h196" strokeDasharray="9 7" />
const shortGround = <path d="M30 160h160" strokeDasharray="9 7" />

/** Line drawings with dye-coloured marks, for empty and broken places. */
const drawings = {
  bag: (
    <>
      <path d="M64 62h92l-9 98H73z" className="fill-kora" />
      <path d="M84 62C76 20 92 10 110 10s34 10 26 52" />
      <path d="M67 92h86" className="stroke-neel-700" strokeWidth="6" />
      <path d="M68.5 104h83" className="stroke-madder-700" strokeWidth="3" />
      <path d="M69 112h82" className="stroke-haldi-500" strokeWidth="2" />
      <path d="M80 74h60" strokeDasharray="7 5" />
      {shortGround}
    </>
  ),
  scales: (
    <>
      <path d="M110 22v128M84 160c4-8 14-10 26-10s22 2 26 10z" className="fill-kora" />
      <path d="M44 44h132" className="stroke-neel-700" strokeWidth="5" />
      <circle cx="110" cy="44" r="7" className="fill-haldi-500" />
      <path d="M48 46 24 104M48 46l24 58M172 46l-24 58M172 46l24 58" />
      <path
        d="M16 104h64c-4 16-18 22-32 22s-28-6-32-22zM140 104h64c-4 16-18 22-32 22s-28-6-32-22z"
        className="fill-kora"
      />
      <path d="M22 112h52M146 112h52" className="stroke-madder-700" strokeWidth="2.5" />
      {ground}
    </>
  ),
  stall: (
    <>
      <path d="M34 66v94M186 66v94M20 40l12-20h156l12 20" />
      <g strokeWidth="1.6">
        <path d="M20 40h30v26a15 15 0 0 1-30 0z" className="fill-neel-700" />
        <path d="M50 40h30v26a15 15 0 0 1-30 0z" className="fill-white" />
        <path d="M80 40h30v26a15 15 0 0 1-30 0z" className="fill-madder-700" />
        <path d="M110 40h30v26a15 15 0 0 1-30 0z" className="fill-white" />
        <path d="M140 40h30v26a15 15 0 0 1-30 0z" className="fill-haldi-500" />
        <path d="M170 40h30v26a15 15 0 0 1-30 0z" className="fill-white" />
      </g>
      <path d="M34 118h152M34 126h152" />
      {ground}
    </>
  ),
  pot: (
    <>
      <path
        d="M92 30h36c-2 18 4 26 22 38 30 22 24 66-8 92H78c-32-26-38-70-8-92 18-12 24-20 22-38z"
        className="fill-kora"
      />
      <path d="M56 96c34 12 74 12 108 0" className="stroke-neel-700" strokeWidth="5" />
      <path d="M104 30l8 26-12 16 14 22-6 20" className="stroke-madder-700" strokeWidth="2" />
      {shortGround}
    </>
  ),
  spool: (
    <>
      <path d="M40 40h44v90H40z" className="fill-kora" />
      <path d="M32 40h60M32 130h60" />
      <path
        d="M40 56h44M40 66h44M40 76h44M40 86h44M40 96h44M40 106h44M40 116h44"
        className="stroke-madder-700"
        strokeWidth="5"
      />
      <path
        d="M84 112c30 14 38-30 56-22M166 76c10-6 22-2 30 8M140 90l4 3M166 76l-4-3"
        className="stroke-madder-700"
        strokeWidth="2"
      />
      {ground}
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type ArtName = keyof typeof drawings

export function LineArt({ name }: { name: ArtName }) {
  return (
    <svg
      viewBox="0 0 220 170"
      aria-hidden="true"
      className="mb-2 h-auto w-44 fill-none stroke-ink"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
    </svg>
  )
}
