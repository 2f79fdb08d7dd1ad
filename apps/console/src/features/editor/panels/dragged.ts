/** Type under which a dragged row carries its file's id. */
export const DRAGGED = 'application/x-acacia-file';
