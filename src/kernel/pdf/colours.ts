// The shop's colours (src/web/app.css), for paper.
export const ink = '#16151b'
export const inkSoft = '#494751'
export const inkMute = '#66636e'
export const line = '#dcdad2'
export const kora = '#f4f4f0'
export const madder = '#a11b2e'
export const neel = '#233180'
