// A terminal screen as a picture: reads `tmux capture-pane -e -p` on standard input, writes SVG.
// Used by `make picture`; nothing else needs it.
'use strict';
const CELL = { width: 9.6, height: 20, left: 16, top: 16, font: 16 };
const BASE = ['#1e1e1e', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d0d0d0'];
const BRIGHT = ['#7f848e', '#ff7b86', '#b5e890', '#ffd68a', '#82c4ff', '#dd9bf0', '#7fdbe5', '#ffffff'];

function palette(n) {
  if (n < 8) return BASE[n];
  if (n < 16) return BRIGHT[n - 8];
  if (n >= 232) { const g = 8 + (n - 232) * 10; return `rgb(${g},${g},${g})`; }
  const v = n - 16, step = (i) => (i === 0 ? 0 : 55 + 40 * i);
  return `rgb(${step(Math.floor(v / 36))},${step(Math.floor(v / 6) % 6)},${step(v % 6)})`;
}

function applyCodes(style, codes) {
  for (let i = 0; i < codes.length; i++) {
    const c = codes[i];
    if (c === 0) Object.assign(style, { fg: null, bg: null, bold: false, dim: false, reverse: false });
    else if (c === 1) style.bold = true;
    else if (c === 2) style.dim = true;
    else if (c === 7) style.reverse = true;
    else if (c === 22) { style.bold = false; style.dim = false; }
    else if (c === 27) style.reverse = false;
    else if (c >= 30 && c <= 37) style.fg = palette(c - 30);
    else if (c >= 90 && c <= 97) style.fg = palette(c - 82);
    else if (c === 39) style.fg = null;
    else if (c >= 40 && c <= 47) style.bg = palette(c - 40);
    else if (c >= 100 && c <= 107) style.bg = palette(c - 92);
    else if (c === 49) style.bg = null;
    else if ((c === 38 || c === 48) && codes[i + 1] === 5) {
      style[c === 38 ? 'fg' : 'bg'] = palette(codes[i + 2]);
      i += 2;
    }
  }
}

const escape = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const lines = require('fs').readFileSync(0, 'utf8').replace(/\n+$/, '').split('\n');
const style = { fg: null, bg: null, bold: false, dim: false, reverse: false };
const out = [];
const texts = [];
const span = { bg: null, x: 0 }; // neighbouring cells of one background are one rectangle
function endSpan(x, y) {
  if (span.bg)
    out.push(`<rect x="${span.x.toFixed(1)}" y="${y}" width="${(x - span.x).toFixed(1)}" height="${CELL.height + 0.5}" fill="${span.bg}"/>`);
  span.bg = null;
}
let columns = 0;
lines.forEach((line, row) => {
  let col = 0;
  for (const part of line.split(/(\x1b\[[0-9;]*m)/)) {
    const code = /^\x1b\[([0-9;]*)m$/.exec(part);
    if (code) { applyCodes(style, code[1] === '' ? [0] : code[1].split(';').map(Number)); continue; }
    for (const char of part) {
      const fg = style.reverse ? style.bg || '#16181d' : style.fg || '#d0d0d0';
      const bg = style.reverse ? style.fg || '#d0d0d0' : style.bg;
      const x = CELL.left + col * CELL.width, y = CELL.top + row * CELL.height;
      if (bg !== span.bg) {
        endSpan(x, y);
        span.bg = bg;
        span.x = x;
      }
      if (char !== ' ')
        texts.push(`<text x="${x.toFixed(1)}" y="${y + 15}" fill="${fg}"${style.bold ? ' font-weight="bold"' : ''}${style.dim ? ' opacity="0.6"' : ''}>${escape(char)}</text>`);
      col++;
    }
  }
  endSpan(CELL.left + col * CELL.width, CELL.top + row * CELL.height);
  columns = Math.max(columns, col);
});
const width = Math.ceil(2 * CELL.left + columns * CELL.width), height = 2 * CELL.top + lines.length * CELL.height;
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, DejaVu Sans Mono, monospace" font-size="${CELL.font}">\n<rect width="${width}" height="${height}" rx="10" fill="#16181d"/>\n${out.concat(texts).join('\n')}\n</svg>\n`);
