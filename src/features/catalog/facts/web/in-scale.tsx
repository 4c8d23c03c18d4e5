import { references, type Scale } from '../facts.scale.ts'

/** Between a piece and what it stands beside, as a part of the larger of both. */
const GAP = 0.12

/** Drawn in centimetres on one floor, the piece at the left. */
export function InScale({ scale }: { scale: Scale }) {
  const { width, height, beside, text } = scale
  const known = references[beside]
  const gap = Math.max(width, height, known.width) * GAP
  const top = Math.max(height, known.height)
  const wide = width + gap + known.width
  const margin = Math.max(wide, top) * 0.02
  return (
    <figure>
      <h2 className="mb-3 text-xl">In scale</h2>
      <svg
        role="img"
        aria-label={text}
        viewBox={`${-margin} ${-margin} ${wide + 2 * margin} ${top + 2 * margin}`}
        className="max-h-64 w-full max-w-105 text-ink-mute"
        preserveAspectRatio="xMinYMax meet"
        fill="none"
        stroke="currentColor"
      >
        <Piece scale={scale} floor={top} />
        <g transform={`translate(${width + gap} ${top - known.height})`}>
          {beside === 'hand' ? <Hand /> : <Doorway />}
        </g>
      </svg>
      <figcaption className="mt-2 text-ink-mute text-sm">{text}</figcaption>
    </figure>
  )
}

const outline = {
  className: 'fill-kora-deep stroke-neel-700',
  strokeWidth: 2,
  vectorEffect: 'non-scaling-stroke',
} as const

function Piece({ scale: { shape, width, height }, floor }: { scale: Scale; floor: number }) {
  const y = floor - height
  if (shape === 'round') return <circle cx={width / 2} cy={floor - width / 2} r={width / 2} {...outline} />
  if (shape === 'line') return <path d={`M0 ${y}L${width} ${floor}`} {...outline} strokeWidth={4} />
  return <rect x={0} y={y} width={width} height={height} {...outline} />
}

/** 18 cm from wrist to fingertip. */
const Hand = () => (
  <g className="stroke-ash" strokeLinecap="round" strokeLinejoin="round">
    <path d="M2.9 10.5h5v5.5l-.6 1.5H3.9L2.9 15z" className="fill-ash" strokeWidth={1} />
    <path d="M3.2 10V3.4M5 9.5V.9M6.8 9.5V2.2" strokeWidth={1.6} />
    <path d="M8.5 10.5V5.2" strokeWidth={1.4} />
    <path d="M3.3 14 1 9.3" strokeWidth={1.7} />
  </g>
)

/** 90 by 200 cm. */
const Doorway = () => (
  <g strokeWidth={1.5}>
    <path d="M0 200V0h90v200" vectorEffect="non-scaling-stroke" />
    <path d="M8 200V8h74v192" vectorEffect="non-scaling-stroke" />
    <path d="M72 104h5" strokeWidth={3} strokeLinecap="round" vectorEffect="non-scaling-stroke" />
  </g>
)
