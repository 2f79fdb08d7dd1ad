import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';

/**
 * Whether the navigation is collapsed: remembered on this machine, except on the editor page, where it
 * opens collapsed each time (specification part 1, section 2.2).
 */
export function useNavigationCollapsed(pathname: string): readonly [boolean, () => void] {
  const [remembered, remember] = useLocalStorage({
    key: 'acacia.navigation.collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [inEditor, setInEditor] = useState(true);
  const editor = pathname.startsWith('/editor');
  const collapsed = editor ? inEditor : remembered;
  const toggle = (): void => {
    if (editor) setInEditor(!inEditor);
    else remember(!remembered);
  };
  return [collapsed, toggle];
}
