package document

import "path/filepath"

// Besides returns the path of a file that is named relative to the document's folder.
func (r *Reader) Besides(file string) string { return Besides(r.File, file) }

// Besides returns the path of a file that is named relative to the folder of a document.
func Besides(document, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(document), file)
}
