/**
 * The component library's styles that the first page needs; the rest is in controls.ts. They sit in a CSS
 * layer, so a block's own module always wins.
 */
import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Kbd.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import './tokens.css';
