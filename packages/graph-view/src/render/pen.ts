/** The part of a Canvas2D context that pictures are drawn with, so that a file of vectors can be drawn as well. */

export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'closePath'
  | 'drawImage'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'globalAlpha'
  | 'lineCap'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'measureText'
  | 'moveTo'
  | 'quadraticCurveTo'
  | 'restore'
  | 'rotate'
  | 'save'
  | 'scale'
  | 'setLineDash'
  | 'strokeRect'
  | 'strokeStyle'
  | 'strokeText'
  | 'textAlign'
  | 'textBaseline'
  | 'translate'
> & {
  /** Strokes the path begun last, or path data as icons have it. */
  stroke(path?: Path2D): void;
  /** Of a pen that writes vectors: strokes path data. */
  readonly strokeData?: (path: string) => void;
};
