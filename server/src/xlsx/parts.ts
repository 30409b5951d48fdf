const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const type = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`

// C0 controls, non-characters and halves of pairs are no XML; `_x0041_` would be read as an escape.
const controls = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff`
const illegal = new RegExp(
  String.raw`[${controls}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]`,
  'g',
)
const odd = new RegExp(String.raw`[&<>"_\ud800-\udfff${controls}]`)
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML character data. */
export const xml = (text: string): string =>
  odd.test(text)
    ? text
        .replace(illegal, '')
        .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replace(/[&<>"]/g, (one) => entities[one]!)
    : text

/** Column letters of an index from 0: A, Z, AA. */
export const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** Cell styles by index: 0 plain, 1 head, 2 amount with two decimals, 3 text. */
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" xfId="0"/><xf numFmtId="0" fontId="1" applyFont="1" xfId="0"/><xf numFmtId="4" applyNumberFormat="1" xfId="0"/><xf numFmtId="49" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`

/** What stands before the rows of a sheet: column widths in characters, the head row fixed. */
export const sheetHead = (widths: readonly number[]): string =>
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

export const sheetTail = '</sheetData></worksheet>'

/** The parts that tie the sheets together; they can follow them in the archive. */
export const packageParts = (names: readonly string[]): [path: string, content: string][] => [
  ['xl/styles.xml', styles],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
      .map((name, i) => `<sheet name="${xml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packaged}/relationships">${names
      .map(
        (_, i) => `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/>${names
      .map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${type('worksheet')}"/>`)
      .join('')}</Types>`,
  ],
]
