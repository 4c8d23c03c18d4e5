/** Kantha, the running stitch: between two thoughts in one column, nowhere else. */
export function Stitch({ tone = 'neel', className = '' }: { tone?: 'neel' | 'ash'; className?: string }) {
  return <div aria-hidden="true" className={`stitch ${tone === 'ash' ? 'stitch-ash' : ''} ${className}`} />
}

/** The woven edge: top of the footer and of the login modal, nowhere else. */
export function Selvedge() {
  return <div aria-hidden="true" className="selvedge" />
}
