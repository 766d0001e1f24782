// The fonts of the system: the site loads nothing that it does not need.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
