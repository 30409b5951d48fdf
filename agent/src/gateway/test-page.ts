/** Widths and heights in points (1/72 inch). */
const sizes: Record<string, [width: number, height: number]> = {
  roll58: [164, 280],
  roll80: [227, 280],
  continuous241: [683, 396],
  a5: [420, 595],
  a4: [595, 842],
}

/**
 * The built-in test page as a PDF: only what the printer must show (edges, size, time), in a font every PDF reader
 * brings along. Fixed content, so that a session without login can print nothing else.
 */
export const testPage = (paper: string, nowMs: number): Buffer => {
  const [width, height] = sizes[paper] ?? sizes.a4!
  const lines = ['YIBAO PRINT TEST', paper, new Date(nowMs).toISOString().slice(0, 19), '0123456789 1,234.56']
  const text = lines.map((line, i) => `1 0 0 1 20 ${height - 50 - i * 20} Tm (${line}) Tj`).join('\n')
  const content = `1 w 8 8 ${width - 16} ${height - 16} re S\nBT /F1 11 Tf\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
