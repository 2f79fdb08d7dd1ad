import { describe, expect, it } from 'vitest';
import { createSvgPen } from './svg-pen.ts';

const measure = {
  font: '',
  measureText: (text: string) => ({ width: text.length * 6 }),
} as unknown as CanvasRenderingContext2D;

describe('the pen of vectors', () => {
  it('writes paths, circles and moved text with the settings of the moment', () => {
    const pen = createSvgPen(measure);
    pen.strokeStyle = 'rgb(1, 2, 3)';
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.quadraticCurveTo(1, 2, 3.456, 4);
    pen.stroke();
    pen.save();
    pen.globalAlpha = 0.5;
    pen.translate(10, 20);
    pen.rotate(Math.PI / 2);
    pen.font = '500 12px Inter, "A & B"';
    pen.textAlign = 'center';
    pen.textBaseline = 'top';
    pen.fillStyle = '#ffffff';
    pen.fillText('<script>"&"</script>\u0000', 0, 0);
    pen.restore();
    pen.beginPath();
    pen.arc(5, 5, 2, 0, 2 * Math.PI);
    pen.fill();
    expect(pen.markup().split('\n')).toEqual([
      '<path d="M0 0Q1 2 3.46 4" fill="none" stroke="rgb(1, 2, 3)" stroke-width="1.5" stroke-linecap="butt" stroke-linejoin="miter"/>',
      '<text x="0" y="9.6" text-anchor="middle" font-family="Inter, &quot;A &amp; B&quot;" font-size="12" font-weight="500" fill="#ffffff" transform="translate(10 20) rotate(90)" opacity="0.5">&lt;script&gt;&quot;&amp;&quot;&lt;/script&gt;\uFFFD</text>',
      '<path d="M7 5A2 2 0 1 1 3 5A2 2 0 1 1 7 5" fill="#000000"/>',
    ]);
    expect(pen.measureText('abc').width).toBe(18);
  });
});
